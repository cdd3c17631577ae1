import { describe, expect, it } from 'vitest';
import { errorText } from '../../../../src/adapters/service/error-body.js';

describe('the most telling text of an error', () => {
  it.each([
    ['{"error":"no such locale"}', 'no such locale'],
    ['{"error":{"code":4,"message":"no such locale"}}', 'no such locale'],
    ['{"message":"m","error":"e"}', 'e'],
    ['{"title":"Bad","detail":"the event is unknown","status":422}', 'the event is unknown'],
    ['{"title":"Bad"}', 'Bad'],
    ['{"errors":["a","b"]}', 'a; b'],
    ['{"errors":[{"field":"name","message":"is short"},{"detail":"x"}]}', 'name: is short; x'],
    ['{"errors":{"name":["is short","is odd"]}}', 'name: is short; is odd'],
    ['{"message":"Invalid","errors":{"name":"is short"}}', 'Invalid; name: is short'],
    ['{"detail":"name: is short","errors":[{"pointer":"#/name","detail":"is short"}]}', 'name: is short'],
    ['"just text"', 'just text'],
    ['{"code":17}', '{"code":17}'],
    ['{"error":"cut', '{"error":"cut'],
    ['  plain\r\n  text\tand more ', 'plain text and more'],
    ['<!doctype html>\n<title lang=en>\n502 Bad\nGateway</title><p>nginx', '502 Bad Gateway'],
    [
      '<title>Bad &amp; Gateway &#8211; &lt;nginx&gt; &quot;a&quot; &apos;b&apos;</title>',
      `Bad & Gateway – <nginx> "a" 'b'`,
    ],
    ['<title>&#x1F600;&#x00e4;&#228;</title>', '😀ää'],
    ['<title>&amp;lt;b&amp;#65;</title>', '&lt;b&#65;'],
    ['<title>one&#10;&#13;two&#9;three</title>', 'one two three'],
    ['<title>&#0;&#xd800;&#x110000;&#9999999;</title>', '\ufffd\ufffd\ufffd\ufffd'],
    ['<title>a &copy; b & c &; &#; &#x; &constructor;</title>', 'a &copy; b & c &; &#; &#x; &constructor;'],
    ['<html><body>nothing to tell', ''],
    ['', ''],
  ])('%j', (body, text) => {
    expect(errorText(new TextEncoder().encode(body))).toBe(text);
  });
});
