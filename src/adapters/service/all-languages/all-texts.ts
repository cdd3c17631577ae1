import type { AllTexts, Answer } from '../../../ports/service.js';

export const NO_LANGUAGES: AllTexts = {
  byLocale: new Map(),
  doubtful: new Set(),
  untrusted: new Map(),
  compared: new Set(),
};

export const parsedAnswer = (digest: string | undefined, texts: AllTexts): Answer<AllTexts> => ({
  digest,
  isParsed: true,
  texts: () => texts,
});
