/*
 * A text that ends with a signature: the HMAC-SHA-256 of all before it, in hexadecimal. Only a
 * program that has the key can write it.
 */

/** The HMAC-SHA-256 of a text with the caller's key, in hexadecimal. */
export type MacOf = (text: string) => string;

const SIGNATURE = /\n([0-9a-f]{64})\n$/;
const LENGTH = 66;

export const signedText = (text: string, macOf: MacOf): string => `${text}\n${macOf(text)}\n`;

/** What is in front of the signature; undefined if this key has not made it. */
export function verifiedText(signed: string, macOf: MacOf): string | undefined {
  const [, mac] = SIGNATURE.exec(signed.slice(-LENGTH)) ?? [];
  const text = signed.slice(0, -LENGTH);
  return mac !== undefined && isSame(mac, macOf(text)) ? text : undefined;
}

/** Takes the same time wherever the two differ, so that the time does not reveal the right one. */
function isSame(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let i = 0; i < left.length; i++) difference |= left.charCodeAt(i) ^ right.charCodeAt(i);
  return difference === 0;
}
