import { expect, it } from 'vitest';
import type { ConflictCard } from '../../src/core/report/conflict-card.js';
import { conflictCard } from '../../src/reporters/human/conflict.js';
import { inkFor } from '../../src/reporters/ink.js';

const CARD: ConflictCard = {
  path: 'packages/storefront/config/locales/de.yml',
  locale: 'de',
  key: 'checkout.payment.terms',
  number: 2,
  of: 11,
  here: 'Mit der Bestellung stimmen Sie unseren\nAllgemeinen Geschäftsbedingungen zu.\u0007',
  there: '',
  before: null,
  source: 'By ordering you agree to our terms and conditions, and to what they refer to.',
};
const CARDS: readonly ConflictCard[] = [
  CARD,
  { ...CARD, here: undefined, there: '所有价格均含税，运费另计，最终解释权归本公司所有。'.repeat(2), before: undefined },
  { ...CARD, here: 'A', there: 'B', before: 'C', source: undefined },
];

it.each([80, 60])('RS-11 a conflict on a screen of %i columns', async (columns) => {
  const shown = CARDS.map((card) => conflictCard(card, columns, inkFor({ color: false }))).join('');
  await expect(shown).toMatchFileSnapshot(`conflict-card.${columns}.txt`);
});
