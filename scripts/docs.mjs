// Writes what the documentation takes from the program: docs/errors.md from the error catalogue,
// the tables of docs/configuration.md from its definition, the table of docs/serve.md from the
// behaviours.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const bundle = await rolldown({ input: join(root, 'test/docs/generated.ts'), platform: 'node' });
const { output } = await bundle.generate({ format: 'esm' });
await bundle.close();
const code = `data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`;
const { errorsPage, configurationPage, servePage } = await import(code);

const write = (path, make) => {
  const file = join(root, path);
  try {
    writeFileSync(file, make(readFileSync(file, { encoding: 'utf8', flag: 'a+' })));
  } catch (error) {
    // The stack names the module by its whole source.
    console.error(`${path}: ${error.message}`);
    process.exitCode = 1;
  }
};
write('docs/errors.md', errorsPage);
write('docs/configuration.md', configurationPage);
write('docs/serve.md', servePage);
