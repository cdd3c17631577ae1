const MASK = '***';

/** Takes one token out of texts, in every form in which a service, a URL or a report of ours may hold it. An empty token is in no text. */
export function maskOf(token: string): (text: string) => string {
  if (token === '') return (text) => text;
  const base64 = Buffer.from(token).toString('base64');
  const encoded = encodeURIComponent(token);
  const plain = [
    token,
    encoded,
    encoded.replace(/%../g, (code) => code.toLowerCase()),
    base64,
    base64.replace(/(?<!=)=+$/, ''), // as many libraries write it, and as a text that was cut leaves it
    Buffer.from(token).toString('base64url'),
  ];
  // The longest first: what is left of a form whose beginning was masked would still tell something.
  const forms = [...new Set(plain.flatMap((form) => [form, ...quoted(form)]))].sort(
    (one, other) => other.length - one.length,
  );
  return (text) => forms.reduce((clean, form) => clean.replaceAll(form, MASK), text);
}

/** The form as it stands in a JSON document, in XML, and in a URL or a workflow command that encodes it once more. */
function quoted(form: string): readonly string[] {
  return [
    JSON.stringify(form).slice(1, -1),
    form.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    form.replaceAll('%', '%25'),
  ];
}
