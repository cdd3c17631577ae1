import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const KEYS = ['a', 'b'] as const;
type Key = (typeof KEYS)[number];
type Texts = Record<Key, string>;

const step = fc.record({
  do: fc.constantFrom('edit source', 'translate here', 'translate there', 'push', 'pull', 'accept'),
  key: fc.constantFrom(...KEYS),
});

it('ST-06 status --stale is what an oracle says after random edits, pushes, pulls and acceptances', async () => {
  const histories = fc.sample(fc.array(step, { minLength: 10, maxLength: 10 }), 4);
  let found = 0;
  for (const history of histories) {
    const s = await Session.start({
      config: { files: ['l/{locale}.json'] },
      service: { locales: ['en', 'de'] },
    });
    const source: Texts = { a: 'source 0', b: 'source 0' };
    const german: Texts = { a: 'deutsch 0', b: 'deutsch 0' };
    const there: Texts = { ...german };
    // What the base holds of both, and what each translation in it was made from.
    const base = { source: { ...source }, german: { ...german } };
    const made: Texts = { ...source };
    const write = (): void => void s.file('l/en.json', jsonText(source)).file('l/de.json', jsonText(german));
    write();
    (await s.run('push')).code(0);
    let n = 0;
    for (const { do: what, key } of history) {
      n++;
      const isOpen = there[key] !== base.german[key];
      if (what === 'edit source') source[key] = `source ${n}`;
      // Neither side edits what the other one has not seen yet: that would be a conflict.
      else if (what === 'translate here' && !isOpen) german[key] = `hier ${n}`;
      else if (what === 'translate there' && german[key] === base.german[key]) {
        there[key] = `dort ${n}`;
        await s.service.put('de', 'l/en.json', { [key]: there[key] });
      }
      write();
      if (what === 'push') {
        (await s.run('push')).code(0);
        for (const one of KEYS) {
          if (german[one] !== base.german[one]) {
            made[one] = source[one];
            there[one] = german[one];
            base.german[one] = german[one];
          }
          base.source[one] = source[one];
        }
      } else if (what === 'pull') {
        (await s.run('pull')).code(0);
        for (const one of KEYS)
          if (there[one] !== base.german[one]) {
            // A translator has the source text of the service.
            made[one] = base.source[one];
            german[one] = there[one];
            base.german[one] = there[one];
          }
      } else if (what === 'accept') {
        (await s.run('accept l/de.json')).code(0);
        for (const one of KEYS) if (german[one] === base.german[one]) made[one] = source[one];
      }
      const wanted = KEYS.filter((one) => german[one] === base.german[one] && made[one] !== source[one]);
      const { json: report } = (await s.run('status --stale --json')).code(0);
      const row = report.files.find(({ locale }) => locale === 'de');
      expect(row?.stale?.map((one) => one.key).sort(), JSON.stringify(history.slice(0, n))).toEqual(wanted);
      found += wanted.length;
    }
  }
  expect(found).toBeGreaterThan(5);
});
