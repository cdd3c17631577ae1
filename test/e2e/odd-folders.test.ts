import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const config = { files: ['**/{locale}.json'] };

describe.runIf(process.platform === 'linux')('F7 folders with odd names', () => {
  it.each(['a\nb', 'a\rb'])('files below %j are compared, never silently left out', async (name) => {
    const s = await Session.start({ config });
    s.file('ok/en.json', '{"k":"K"}').file(`${name}/en.json`, '{"k":"K"}');
    // The embedded service takes no such name, and says so; what matters is that the file is not
    // left out.
    const ran = (await s.run('push --json')).code(4);
    expect(ran.states).toEqual({ 'ok/en.json': 'pushed', [`${name}/en.json`]: 'failed' });
    (await s.run('push')).code(4).stderr(name === 'a\nb' ? 'a\\u{a}b/en.json' : 'a\\u{d}b/en.json');
  });

  it('a project below a folder with a backslash and a line end in its name works', async () => {
    const s = await Session.start({ config });
    s.file('a\\b\nc/.locsyncrc.json', JSON.stringify({ files: ['l/{locale}.json'] }));
    s.file('a\\b\nc/l/en.json', '{"k":"K"}');
    (await s.run('push', { cwd: 'a\\b\nc' })).code(0).stdout('l/en.json');
  });

  it('a path that is not UTF-8 is named', async () => {
    const s = await Session.start({ config });
    s.file('ok/en.json', '{"k":"K"}');
    // Session itself cannot walk such a folder, so the shell makes it for this run only.
    const shell = String.raw`d=$(printf 'caf\351'); mkdir "$d"; echo '{"k":"K"}' >"$d/en.json"; "$@"; c=$?; rm -r "$d"; exit $c`;
    (await s.run('push', { shell })).code(5).stderr(String.raw`caf\xe9/en.json`, 'not UTF-8');
    s.reads('ok/en.json', '{"k":"K"}');
  });
});
