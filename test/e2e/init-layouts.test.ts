import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';
import { LAYOUTS } from './init-layouts/layouts.js';

describe('init in real layouts (issue 15, item 2)', () => {
  it.each(LAYOUTS.map((layout) => [layout.title, layout] as const))('%s', async (_, layout) => {
    const { compared, refuses = [], says = [], config = [] } = layout;
    const s = await Session.start({ service: { locales: [...layout.locales], ...layout.about } });
    s.remove('.locsyncrc');
    for (const [path, text] of Object.entries(layout.files)) s.file(path, text);
    const ran = await s.run('init --yes');
    if (compared === undefined) {
      ran.code(2).stderr(...refuses);
      expect(s.has('.locsyncrc'), ran.transcript).toBe(false);
      return;
    }
    ran.code(0);
    for (const one of says) expect(ran.out + ran.err, ran.transcript).toMatch(one);
    for (const one of config) expect(s.text('.locsyncrc'), ran.transcript).toMatch(one);

    // The next commands accept it and compare exactly these files.
    const status = (await s.run('status --json')).code(0);
    expect(status.errors, ran.transcript).toEqual([]);
    const paths = status.json.files.filter(({ state }) => state !== 'only-there').map(({ path }) => path);
    expect([...new Set(paths)].sort(), ran.transcript).toEqual([...compared].sort());
    const push = (await s.run('push --dry-run --json')).code(0);
    expect(push.errors, ran.transcript).toEqual([]);
  });
});
