import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutSecrets, type Env } from '../../core/env.js';
import { LocsyncError } from '../../core/errors/index.js';
import { reasonOf } from '../../core/system/system-error.js';
import { processInfo } from '../process-info.js';

/**
 * Opens a text in the editor that the user's environment names, as git does, and returns it as it
 * was saved. The file is in a folder that only this user can read, and is gone afterwards.
 */
export async function editText(env: Env, text: string, name: string): Promise<string> {
  const editor = [env['VISUAL'], env['EDITOR']].find((command) => command !== undefined && command !== '');
  if (editor === undefined)
    throw LocsyncError.of('NO_EDITOR', { reason: 'neither VISUAL nor EDITOR is set' });
  const folder = await mkdtemp(join(tmpdir(), 'locsync-edit-'));
  try {
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o600 });
    await run(editor, path, env);
    const edited = await readFile(path, 'utf8');
    // Editors end a file with a line break that the text may not have.
    return text.endsWith('\n') ? edited : edited.replace(/\r?\n$/, '');
  } catch (error) {
    if (error instanceof LocsyncError) throw error;
    throw LocsyncError.of('NO_EDITOR', { reason: reasonOf(error) }, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The variable may hold arguments, and quotes around a path: the shell reads it. */
function run(editor: string, path: string, env: Env): Promise<void> {
  const [shell, ...args] =
    processInfo.platform === 'win32'
      ? ['cmd', '/c', `${editor} "${path}"`]
      : ['sh', '-c', `${editor} "$1"`, 'editor', path];
  return new Promise((resolve, reject) => {
    const child = spawn(shell, args, { stdio: 'inherit', env: withoutSecrets(env) });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(LocsyncError.of('NO_EDITOR', { reason: `${editor} ended with ${code ?? 'a signal'}` }));
    });
  });
}
