import { describe, expect, it, onTestFinished } from 'vitest';
import { hasPython, Person } from '../support/person.js';
import { withService } from '../support/service.js';
import { CANARY } from '../support/session.js';

/** A project of some files and a service whose answers take their time. */
async function project(
  latencyMs: number,
): Promise<{ person: Person; env: Readonly<Record<string, string>> }> {
  const service = await withService({ token: CANARY, latencyMs });
  onTestFinished(() => service.close());
  const person = new Person();
  person.file('.locsyncrc', JSON.stringify({ files: ['l/*/{locale}.yml'], concurrency: 1 }));
  for (let i = 0; i < 6; i++) person.file(`l/${i}/en.yml`, `en:\n  a: A${i}\n`);
  const env = {
    LOCSYNC_BASE_URL: service.url,
    LOCSYNC_PROJECT: service.project.id,
    LOCSYNC_TOKEN: CANARY,
  };
  return { person, env };
}

/**
 * The lines that a terminal shows in the end: what a carriage return goes over is gone, `ESC [ K`
 * clears the rest.
 */
const shown = (output: string): string[] =>
  output.split('\n').map((line) => {
    const last = line.slice(line.lastIndexOf('\r') + 1);
    return last.replace(/\u001b\[K/g, '').replace(/\u001b\[[0-9;]*m/g, '');
  });

describe.runIf(hasPython)('progress on a terminal', () => {
  it('of a long run is one line that changes, and is gone when the result is printed', async () => {
    const { person, env } = await project(120);
    const ran = (await person.types(['push'], [], { env })).code(0);
    expect(ran.out, ran.transcript).toMatch(/\ruploading \d\/6/);
    const lines = shown(ran.out);
    expect(lines.join('\n'), ran.transcript).not.toMatch(/uploading|comparing|reading/);
    expect(lines.filter((line) => line.startsWith('pushed'))).toHaveLength(6);
    expect(lines).toContain('Pushed 6 files.');
    // No line of it was longer than the terminal: one that wraps cannot be taken away.
    for (const step of ran.out.split(/[\r\n]/)) expect(step.length).toBeLessThan(100);
  });

  it('of a short run is nothing at all', async () => {
    const { person, env } = await project(0);
    const ran = (await person.types(['status'], [], { env })).code(0);
    expect(ran.out, ran.transcript).not.toMatch(/\r(?!\n)|comparing|reading/);
  });

  it.each([
    ['with --quiet', ['push', '--quiet'], {}],
    ['in CI', ['push'], { CI: 'true' }],
    ['on a terminal that cannot', ['push'], { TERM: 'dumb' }],
  ] as const)('%s no line is drawn', async (_, args, more) => {
    const { person, env } = await project(120);
    const ran = (await person.types([...args], [], { env: { ...env, ...more } })).code(0);
    expect(ran.out, ran.transcript).not.toMatch(/\r(?!\n)/);
  });
});
