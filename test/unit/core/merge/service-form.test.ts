import { describe, expect, it } from 'vitest';
import {
  isAlteration,
  isRespelling,
  isServiceForm,
  looksAltered,
  mayBeAltered,
} from '../../../../src/core/merge/service-form.js';

describe('what a service makes of a text', () => {
  it.each([
    ['trimmed', ' Hello  there ', 'Hello there'],
    ['A9 & escaped in a text of signs only', '&', '&amp;'],
    ['escaped twice', '<b>x</b>', '&amp;lt;b&amp;gt;x&amp;lt;/b&amp;gt;'],
    [
      'escaped eight times',
      'a & "b"',
      `a &${'amp;'.repeat(8)} &${'amp;'.repeat(7)}quot;b&${'#38;'.repeat(7)}quot;`,
    ],
    ['escaped by number', '"x" & \'y\'', '&#34;x&#34; &amp; &#x27;y&#x27;'],
    ['decomposed', 'é', 'e\u0301'],
    ['full width', 'ＡＢＣ', 'ABC'],
    ['A8 a shorter number', '9.90', '9.9'],
    ['A9 a number in its other spelling', '.inf', 'Infinity'],
    ['A9 a long number', '12345678901234567890', '12345678901234567000'],
    ['an exponent', '1e3', '1000'],
    ['hexadecimal', '0x1F', '31'],
    ['a truth value', 'on', 'true'],
    ['no value', '~', 'null'],
  ])('%s is only respelled', (_, sent, held) => {
    expect(isRespelling(sent, held)).toBe(true);
    expect(isServiceForm(sent, held)).toBe(true);
  });

  it.each([
    ['B4 without braces', 'Hello {name}', 'Hello name'],
    ['without tags', 'a <b>bold</b> word', 'a bold word'],
    ['in lower case', 'Hello World', 'hello world'],
    ['A9 cut', 'x'.repeat(300), 'x'.repeat(255)],
    ['cut with an ellipsis', 'A long sentence that is cut', 'A long sentence…'],
    ['in other quotes', 'Say "yes", not \'no\'.', 'Say “yes”, not ‘no’.'],
    ['with another placeholder', 'Hello %{name}!', 'Hello :name!'],
    ['a number with a comma', '1000 users', '1,000 users'],
    ['with blanks at its marks', 'Bonjour! Ça va?', 'Bonjour\u00a0! Ça va\u00a0?'],
    ['in a paragraph', 'Hello, {name}.', '<p>Hello, name.</p>'],
    ['without its marks', 'Hello, world!', 'Hello world'],
    ['with long marks', 'Wait - or not...', 'Wait – or not…'],
    ['escaped, with a semicolon', '{a} & "b"', 'a &amp; &quot;b&quot;'],
    ['with a mark that the service does not know', 'Weiter „jetzt“', 'Weiter ?jetzt?'],
    ['stripped and cut', '<b>A long</b> sentence that is cut', 'A long sentence th'],
  ])('%s is a form of the service, but may be an older text as well', (_, sent, held) => {
    expect(isServiceForm(sent, held)).toBe(true);
    expect(isRespelling(sent, held)).toBe(false);
  });

  it.each([
    ['Hello', 'Hallo'],
    ['Hello', ''],
    ['', 'Hello'],
    ['Hello', 'He'],
    ['on', 'off'],
    ['1', '2'],
    ['yes', 'Ja'],
    ['!', '?'],
    ['&', '<'],
    ['Hello', 'Hello!'],
    ['Hello', 'Hello.'],
    ['Hello.', 'Hello!'],
    ['Hello world', 'Hello, world'],
    ['Really delete?', 'Really delete??'],
    ['<b>Hello</b>', '<b>Hello!</b>'],
    ['Hello', 'Hello:'],
  ])('another text is not: %j and %j', (sent, held) => {
    expect(isServiceForm(sent, held)).toBe(false);
    expect(isRespelling(sent, held)).toBe(false);
  });

  it.each([
    [' Hello ', 'Hello', true],
    ['Hello {name}', 'Hello name', true],
    ['a <b>bold</b> word', 'a bold word', true],
    ['Hello World', 'HELLO WORLD', true],
    ['A long sentence', 'A long sen', true],
    ['Hello', 'Hello!', false],
    ['hello World', 'Hello world', false],
    ['Hallo', 'Servus', false],
    ['', 'Hallo', false],
  ])('%j may have become %j without a person: %s', (sent, held, altered) => {
    expect(isAlteration(sent, held)).toBe(altered);
  });

  it.each([
    '<'.repeat(1_000_000),
    '&'.repeat(1_000_000),
    '&#'.repeat(500_000),
    ' '.repeat(1_000_000),
    '<a '.repeat(300_000),
  ])('M3 ends at once on a hostile text (%#)', (hostile) => {
    expect(isServiceForm('x', hostile)).toBe(false);
    expect(isServiceForm(hostile, 'x')).toBe(false);
  });
});

describe('f1-7 what a service has rather made of a text than a person', () => {
  it.each([
    ['Hallo Welt', 'Hallo W'],
    ['Ein ganzer Satz, der lang ist', 'Ein gan'],
    ['Über uns', '?ber uns'],
    ['Über uns', '\uFFFD\uFFFDber uns'],
    ['Über uns', 'Ã\u009cber uns'],
    ['Über uns', 'Ãœber uns'],
    ['schön', 'schÃ¶n'],
    ['schön', 'schn'],
    ['Fertig 😀', 'Fertig ??'],
    ['5 € bitte', '5 ? bitte'],
    ['Hallo, %{name}', 'Hallo, {name}'],
    ['Hallo, ${name}', 'Hallo, {name}'],
    ['Hallo, {{name}}', 'Hallo, {name}'],
  ])('%j -> %j', (sent, held) => {
    expect(looksAltered(sent, held)).toBe(true);
  });

  it.each([
    ['Buttons', 'Button'],
    ['Einstellungen', 'Einstellung'],
    ['Gutscheincode', 'Gutschein'],
    ['Willkommen', 'Willkom'],
    ['Hallo Welt', 'Hallo'],
    ['Weiter…', 'Weiter?'],
    ['Fläche', 'Flöche'],
    ['Über', 'Ueber'],
    ['Fertig 😀', 'Fertig'],
    ['Init', 'init'],
    ['Zeile\nzwei', 'Zeile zwei'],
    ['Hallo, %{name}', 'Hallo, %{user}'],
    ['Wirklich löschen?', 'Löschen?'],
  ])('%j -> %j may well be a person, if it is the only one', (sent, held) => {
    expect(looksAltered(sent, held)).toBe(false);
  });

  it.each([
    ['Init', 'init', true],
    ['Init', 'INIT', true],
    ['Willkommen', 'Willkom', true],
    ['Fertig 😀', 'Fertig', true],
    ['Zeile\nzwei', 'Zeile zwei', true],
    ['Dritte Zeile', 'Dritte', true],
    ['Buttons', 'Button', false],
    ['Fläche', 'Flöche', false],
    ['Weiter', 'Zurück', false],
  ])('%j -> %j in a series: %s', (sent, held, expected) => {
    expect(mayBeAltered(sent, held)).toBe(expected);
  });
});
