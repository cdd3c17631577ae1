import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactorOf } from '../../../../src/adapters/tokens/redact.js';
import { printable } from '../../../../src/core/text/printable.js';

const TOKEN = 'tok_CANARY/7f3a+9b1c=5d~x';

describe('L7 a token in a text', () => {
  const mask = redactorOf(TOKEN);

  it.each([
    ['as it is', TOKEN],
    ['percent-encoded', encodeURIComponent(TOKEN)],
    ['as a form', new URLSearchParams({ t: TOKEN }).toString().slice(2)],
    ['encoded twice', encodeURIComponent(encodeURIComponent(TOKEN))],
    ['with every character encoded', Buffer.from(TOKEN).toString('hex').replace(/../g, '%$&')],
    ['with some characters encoded', `%74ok%5fC${TOKEN.slice(5)}`],
    ['in base64', Buffer.from(TOKEN).toString('base64')],
  ])('is masked %s', (_, form) => {
    expect(mask(`before ${form} after`)).toBe('before *** after');
  });

  it('is masked if a cut has left its beginning or its end', () => {
    const name = `${'x'.repeat(280)}${TOKEN}`;
    expect(mask(printable(name))).toBe(`${'x'.repeat(280)}***…`);
    expect(mask(`a …${TOKEN.slice(-9)} b`)).toBe('a …*** b');
    expect(mask(`reading ${TOKEN.slice(0, 12)}`)).toBe('reading ***');
    expect(mask(`"${TOKEN.slice(0, 12)}…" and "${TOKEN.slice(0, 7)}…"`)).toBe('"***…" and "***…"');
  });

  it('leaves other texts as they are', () => {
    for (const text of ['', '…', 'a…b', 'to…', '100 % of tokens…', 'tok_CANDY…', '%74 %zz %', 'tok'])
      expect(mask(text)).toBe(text);
  });

  it('leaves nothing of its beginning that tells, wherever a text is cut', () => {
    const secret = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', 'B', '0', '1', '_', '%', '+', '/', '='),
      minLength: 8,
      maxLength: 30,
    });
    fc.assert(
      fc.property(secret, fc.nat(40), fc.nat(30), (token, before, length) => {
        // Letters that are in no token: what is found is the token's.
        const whole = `${'x'.repeat(before)}${token}${'z'.repeat(length)}`;
        const text = printable(whole, Math.max(2, before + length));
        const left = redactorOf(token)(text);
        expect(left).not.toContain(token.slice(0, 5));
      }),
    );
  });
});
