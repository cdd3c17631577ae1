import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkText } from '../../../../src/core/check/check-text.js';

/**
 * What is found about the placeholders of a translation: `-` in front of what it lacks, `+` of what
 * it has too much.
 */
const differences = (source: string, translation: string): string[] =>
  checkText(source, translation, 'de').flatMap((finding) =>
    finding.kind === 'placeholders'
      ? [...finding.missing.map((name) => `-${name}`), ...finding.extra.map((name) => `+${name}`)]
      : [finding.kind],
  );

const FINE: readonly [string, string, string][] = [
  ['no placeholder at all', 'Hello', 'Hallo'],
  ['Rails in another order', '%{a} of %{b}', '%{b}: %{a}'],
  ['Rails used twice', '%{name} is here', '%{name}, ja, %{name} ist da'],
  ['Rails escaped', 'Write %%{name}', 'Schreibe etwas'],
  ['what Rails gives to every validation', 'is taken', '%{attribute} ist vergeben'],
  ['i18next', 'Hi {{name}}', 'Hallo {{ name }}'],
  ['i18next with a format', 'Total {{sum, currency}}', 'Summe {{sum, currency(EUR)}}'],
  ['i18next unescaped', 'Hi {{- name}}', 'Hallo {{-name}}'],
  ['i18next nesting', 'See $t(help.title)', 'Siehe $t(help.title)'],
  ['one pair of braces', '{first} {last}', '{last}, {first}'],
  ['an apostrophe in front of it', 'of {name}', "l'{name}"],
  ['numbers in braces', '{0} of {1}', '{1}: {0}'],
  ['Python format', 'Pi is {0:.2f} or {x!r}', '{x!r} oder {0:.3f}'],
  ['empty braces', '{} of {}', '{} von {}'],
  ['a template literal', 'Hi ${name}', '${name}, hallo'],
  ['printf', '%s has %d', '%s hat %d'],
  ['printf with numbers in another order', '%s has %d', '%2$d bei %1$s'],
  ['printf of another width', '%5.2f km', '%.1f km'],
  ['printf kinds that are one', '%i of %d', '%d von %i'],
  ['a per cent sign', '100% sure', 'zu 100 % sicher'],
  ['an escaped per cent sign', '%d%% done', '%d %% fertig'],
  ['a date', '%Y-%m-%d', '%d.%m.%Y'],
  ['a long date', '%B %d, %Y at %I:%M %p', '%d. %B %Y, %H:%M'],
  ['the parts of a currency', '%u%n', '%n %u'],
  ['a unit behind a conversion', '%dMB of %s', '%d MB von %s'],
  ['Python names', '%(a)s of %(n)d', '%(n)d von %(a)s'],
  ['Ruby with a format', '%<n>.2f km', '%<n>.1f km'],
  ['Symfony in another order', '%count% of %domain%', '%domain%: %count%'],
  ['names behind a per cent sign', '%size of %player', '%player: %size'],
  ['two percentages that look like Symfony', 'all', '5% oder 10% mehr'],
  ['Laravel', 'Hello :name', 'Hallo :Name'],
  ['a symbol of Ruby', ':year', ':day'],
  ['an emoji', 'Nice :smile:', 'Schön'],
  ['a linked message with another modifier', 'See @:help.title', 'Siehe @.lower:(help.title)'],
  ['an address', 'Write to me@example.com: now', 'Schreib an ich@example.com'],
  ['Chrome in lower case', 'Hi $NAME$', 'Hallo $name$'],
  ['two prices', 'From $5 to $6', 'Von 5 bis 6'],
  ['Python with a width', '%(pct).1f of %(n)5d', '%(n)d: %(pct).2f'],
  ['a colon', 'Note: this', 'Achtung :das'],
];

const WRONG: readonly [string, string, string, string[]][] = [
  ['Rails lost', 'Hi %{name}', 'Hallo', ['-%{name}']],
  ['Rails translated', 'Hi %{name}', 'Hallo %{nom}', ['-%{name}', '+%{nom}']],
  ['Rails with a blank in it', 'Hi %{name}', 'Hallo % {name}', ['-%{name}', '+{name}']],
  ['Rails out of nothing', 'Hi', 'Hallo %{name}', ['+%{name}']],
  ['i18next lost a brace', 'Hi {{name}}', 'Hallo {name}', ['-{{name}}', '+{name}']],
  ['i18next nesting translated', '$t(help) now', '$t(hilfe) jetzt', ['-$t(help)', '+$t(hilfe)']],
  ['braces in another case', 'Hi {name}', 'Hallo {Name}', ['-{name}', '+{Name}']],
  ['a number in braces', '{0} of {1}', '{0} von {2}', ['-{1}', '+{2}']],
  ['empty braces', '{} of {}', '{}', ['-{}']],
  ['a template literal', 'Hi ${name}', 'Hallo $name', ['-${name}']],
  ['printf lost', '%s has %d', '%s hat', ['-%2$d']],
  ['printf alone', 'Hi %s', 'Hallo', ['-%s']],
  ['printf swapped without numbers', '%s has %d', '%d bei %s', ['-%1$s', '-%2$d', '+%1$d', '+%2$s']],
  ['printf one too many', 'Hi %s', 'Hallo %s %s', ['+%2$s']],
  ['a conversion behind a Python name', '%(n)d of', '%(n) von', ['-%(n)d']],
  ['Symfony', 'by %name%', 'von %nom%', ['-%name%', '+%nom%']],
  ['a name behind a per cent sign', 'Type %code here', 'Hier', ['-%code']],
  ['Laravel', 'Hello :name', 'Hallo Name', ['-:name']],
  ['a linked message', 'See @:help.title.', 'Siehe Hilfe.', ['-@:help.title']],
  ['a linked message of another key', 'See @.lower:(help)', 'Siehe @.lower:(hilfe)', ['-@:help']],
  ['Chrome', 'Hi $NAME$', 'Hallo', ['-$NAME$']],
  ['Python with a width', '%(pct).1f done', 'fertig', ['-%(pct)f']],
  ['a long conversion', '%ld files', 'Dateien', ['-%d']],
  ['wide braces', 'Hi {name}', '你好｛name｝', ['-{name}']],
];

describe('placeholders', () => {
  it.each(FINE)('says nothing about %s', (_, source, translation) => {
    expect(differences(source, translation)).toEqual([]);
  });

  it.each(WRONG)('finds %s', (_, source, translation, expected) => {
    expect(differences(source, translation)).toEqual(expected);
  });

  const word = fc.stringMatching(/^[a-z]{2,8}$/);
  const STYLES: Record<string, (name: string, index: number) => string> = {
    rails: (name) => `%{${name}}`,
    i18next: (name) => `{{${name}}}`,
    braces: (name) => `{${name}}`,
    python: (name) => `%(${name})s`,
    symfony: (name) => `%${name}%`,
    template: (name) => `\${${name}}`,
    nesting: (name) => `$t(${name})`,
    printf: (_, index) => `%${index + 1}$s`,
  };
  const cases = fc
    .record({
      style: fc.constantFrom(...Object.keys(STYLES)),
      names: fc.uniqueArray(word, { minLength: 1, maxLength: 6 }),
      words: fc.array(word, { minLength: 6, maxLength: 6 }),
    })
    .chain((one) => {
      const spell = STYLES[one.style] ?? String;
      const placeholders = one.names.map(spell);
      return fc
        .shuffledSubarray(placeholders, { minLength: placeholders.length })
        .map((shuffled) => ({ ...one, placeholders, shuffled }));
    });
  const sentence = (placeholders: readonly string[], words: readonly string[]): string =>
    `A ${placeholders.map((one, i) => `${one} ${words[i] ?? ''}`).join(' ')}.`;

  it('passes every order of the placeholders, in every syntax', () => {
    fc.assert(
      fc.property(cases, ({ placeholders, shuffled, words }) => {
        const translation = sentence(shuffled, [...words].reverse());
        expect(differences(sentence(placeholders, words), translation)).toEqual([]);
      }),
    );
  });

  it('finds each one that is lost, in every syntax', () => {
    fc.assert(
      fc.property(cases, fc.nat(), ({ placeholders, shuffled, words }, pick) => {
        const lost = shuffled[pick % shuffled.length] ?? '';
        const rest = shuffled.filter((one) => one !== lost);
        const found = differences(sentence(placeholders, words), sentence(rest, words));
        expect(found).toHaveLength(1);
        expect(found[0]).toBe(lost === '%1$s' && placeholders.length === 1 ? '-%s' : `-${lost}`);
      }),
    );
  });

  it('reads no text without end', () => {
    const nasty = [
      '{'.repeat(50_000),
      '%{'.repeat(30_000),
      '$t('.repeat(30_000),
      '<a '.repeat(30_000),
      '%'.repeat(50_000),
      `<a${' '.repeat(50_000)}`,
      `\${${' '.repeat(50_000)}`,
      `%${'0'.repeat(50_000)}`,
      `{{${' '.repeat(50_000)}`,
      `{n${' '.repeat(50_000)}`,
      `%${'a'.repeat(50_000)}`,
      `x${' '.repeat(50_000)}x`,
    ];
    for (const text of nasty) expect(Array.isArray(checkText('Hi %{x} <b>a</b>', text, 'de'))).toBe(true);
  });
});
