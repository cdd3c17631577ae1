import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  collidingPaths,
  foldPath,
  unsafeComponent,
  unsafePath,
  unsafeShape,
  unsafeTag,
} from '../../../../src/core/patterns/paths.js';
import { runs } from '../../../support/runs.js';

describe('unsafePath', () => {
  it.each([
    ['PA-01', '../../.bashrc', 'part ".."'],
    ['PA-02', '/etc/cron.d/x', 'empty'],
    ['PA-02', 'C:\\x.json', 'backslash'],
    ['PA-02', '\\\\srv\\s\\x', 'backslash'],
    ['PA-02', 'C:x.json', 'colon'],
    ['PA-03', 'a\\..\\..\\x.json', 'backslash'],
    ['PA-04', '.git/hooks/post-checkout', "git's own"],
    ['PA-04', '.GIT/config', "git's own"],
    ['PA-04', 'git~1/config', "git's own"],
    ['PA-04', '.g\u200cit/config', "git's own"],
    ['PA-04', 'sub/.git\ufe0f/config', "git's own"],
    ['PA-04', '.git./config', 'dot or space'],
    ['PA-05', '.github/workflows/x.yml', 'other tools'],
    ['PA-05', 'a/.GitHub/workflows/x.yml', 'other tools'],
    ['PA-06', 'package.json', 'other tools'],
    ['PA-06', 'packages/a/Package.json', 'other tools'],
    ['PA-06', 'tsconfig.json', 'other tools'],
    ['PA-06', 'tsconfig.build.json', 'other tools'],
    ['PA-06', '.vscode/settings.json', 'other tools'],
    ['PA-06', '.locsyncrc', 'other tools'],
    ['PA-06', '.locsyncrc.json', 'other tools'],
    ['PA-06', 'locsync.lock', 'other tools'],
    ['PA-06', '.locsync/run.lock', 'other tools'],
    ['PA-06', 'node_modules/x/de.json', 'other tools'],
    ['PA-07', 'a\0b.json', 'control'],
    ['PA-07', 'a\nb.json', 'control'],
    ['PA-07', 'a\u001b[2Jb.json', 'control'],
    ['PA-07', '::set-output name=a::b', 'colon'],
    ['PA-08', '', 'empty'],
    ['PA-08', '.', 'part "."'],
    ['PA-08', '..', 'part ".."'],
    ['PA-08', '   ', 'dot or space'],
    ['PA-08', 'en.json.', 'dot or space'],
    ['PA-08', 'en.json ', 'dot or space'],
    ['PA-09', 'aux.yml', 'device'],
    ['PA-09', 'NUL', 'device'],
    ['PA-09', 'a/com1.json', 'device'],
    ['PA-09', 'COM\u00b9.json', 'device'],
    ['PA-09', 'CONIN$', 'device'],
    ['PA-09', 'conout$.yml', 'device'],
    ['PA-09', 'con .tar.json', 'device'],
    ['PA-10', 'en.json:evil', 'colon'],
    ['PA-10', 'en.json::$DATA', 'colon'],
    ['PA-11', '../repo-evil/x.json', 'part ".."'],
    ['PA-17', `${'n'.repeat(300)}.json`, '255 bytes'],
    ['PA-17', 'ü'.repeat(128), '255 bytes'],
    ['PA-17', 'abcd/'.repeat(1000) + 'x', '4000 bytes'],
    ['PA-18', 'a\u202egnp.json', 'invisible'],
    ['LO-02', 'con.json', 'device'],
    ['LO-02', 'locales/prn/app.json', 'device'],
    ['LO-08', 'e\u200bn.json', 'invisible'],
    ['LO-08', 'en\ud800.json', 'invisible'],
  ])('%s refuses %j', (_, path, reason) => {
    expect(unsafePath(path)).toContain(reason);
  });

  it.each([
    'config/locales/de.yml',
    'app/[locale]/(x)/en.json',
    'my app (1)/50% #1! what?/de.json',
    'concert.json',
    'com.json',
    'auxiliary/nul-x.json',
    '\u2764\ufe0f/\u{1f468}\u200d\u{1f469}\u200d\u{1f467}/de.json',
    'ünï/日本語/de.json',
    '.hidden/de.json',
    '.storybook/i18n/de.json',
    'gitignore/de.json',
    'n'.repeat(255),
    'package/de.json',
    '..a/b..c.json',
  ])('PA-15 allows %s', (path) => {
    expect(unsafePath(path)).toBeUndefined();
  });

  it('a shape may be written although no locale file may be there', () => {
    expect(unsafeShape('locsync.lock')).toBeUndefined();
    expect(unsafeShape('.locsyncrc')).toBeUndefined();
    expect(unsafeShape('.git/config')).toBeDefined();
  });

  it('what is allowed has no part that a path reader takes for another', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '.',
            '..',
            '/',
            '\\',
            ':',
            ' ',
            'a',
            'git',
            '.git',
            'con',
            '\0',
            '\u200d',
            'é',
            '~1',
          ),
          { maxLength: 8 },
        ),
        (parts) => {
          const path = parts.join('');
          if (unsafePath(path) !== undefined) return;
          const names = path.split('/');
          expect(
            names.every((name) => name !== '' && !/^\.{1,2}$/.test(name) && !/[\\:\0]|[. ]$/.test(name)),
          ).toBe(true);
          expect(names.some((name) => /^(?:\.git|git~1|con)$/i.test(name))).toBe(false);
        },
      ),
      { numRuns: runs(3000) },
    );
  });
});

describe('unsafeTag', () => {
  it.each([
    ['LO-01', '../../x'],
    ['LO-01', 'en/US'],
    ['LO-06', ''],
    ['LO-08', '\uff45\uff4e'],
    ['LO-08', 'e\u200bn'],
    ['LO-09', '__proto__'],
    ['LO-05', '-en'],
    ['LO-05', 'en-'],
    ['LO-05', 'a'.repeat(65)],
    ['LO-05', 'en..us'],
    ['LO-01', '.'],
  ])('%s refuses %j', (_, tag) => {
    expect(unsafeTag(tag)).toBeDefined();
  });

  it.each([
    ['LO-04', 'iw'],
    ['LO-04', 'cmn'],
    ['LO-04', 'en-UK'],
    ['LO-05', 'zh-Hans-CN'],
    ['LO-05', 'es-419'],
    ['LO-05', 'en-x-pirate'],
    ['LO-05', 'ca-valencia'],
    ['LO-05', 'sr@latin'],
    ['LO-03', 'en_US'],
    ['LO-05', 'b+zh+Hant'],
    ['LO-09', 'toString'],
    ['LO-09', 'constructor'],
  ])('%s allows %s', (_, tag) => {
    expect(unsafeTag(tag)).toBeUndefined();
  });
});

describe('foldPath', () => {
  it.each([
    ['EN.json', 'en.json'],
    ['cafe\u0301', 'CAF\u00c9'],
    ['stra\u00dfe', 'STRASSE'],
    ['\u1e9e', 'ss'],
    ['\u03c2', '\u03a3'],
    ['\u017f', 'S'],
    ['\u212a', 'k'],
    ['\u0130', 'i\u0307'],
    ['\ufb01', 'FI'],
  ])('PA-12 %s and %s are one file on some disk', (a, b) => {
    expect(foldPath(a)).toBe(foldPath(b));
  });

  it('LO-12 I and the dotless ı stay apart, whatever the language of the machine', () => {
    expect(foldPath('I')).toBe('i');
    expect(foldPath('\u0131')).not.toBe(foldPath('i'));
  });

  it('folding twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => foldPath(foldPath(text)) === foldPath(text)),
      { numRuns: runs(2000) },
    );
  });
});

describe('collidingPaths', () => {
  it('PA-12 LO-07 names both of two paths that fold to one', () => {
    expect(collidingPaths(['en.json', 'de.json', 'EN.json'])).toEqual([['en.json', 'EN.json']]);
    expect(collidingPaths(['caf\u00e9/a', 'cafe\u0301/a'])).toEqual([['caf\u00e9/a', 'cafe\u0301/a']]);
  });

  it('PA-13 names both of a file and a file below it, in either order', () => {
    expect(collidingPaths(['a.json', 'A.json/b.json'])).toEqual([['a.json', 'A.json/b.json']]);
    expect(collidingPaths(['a.json/b.json', 'a.json'])).toEqual([['a.json/b.json', 'a.json']]);
  });

  it('finds nothing if nothing collides', () => {
    expect(
      collidingPaths(['a/en.json', 'a/de.json', 'b/en.json', 'a.json', '__proto__/x', 'constructor']),
    ).toEqual([]);
  });
});

it('unsafeComponent knows no path: a slash is for the caller to split', () => {
  expect(unsafeComponent('a')).toBeUndefined();
});
