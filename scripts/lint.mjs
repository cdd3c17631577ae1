// What the machine can say about the sources and the package: eslint, prettier, knip (nothing
// unused), publint (the package as it is published).
import { join } from 'node:path';
import { built, must, root } from './setup.mjs';

const lint = (script, ...args) => must(process.execPath, [join(root, 'node_modules', script), ...args]);

built();
console.error('Linting …');
lint('eslint/bin/eslint.js', '.', '--max-warnings', '0');
lint('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.');
lint('knip/bin/knip.js');
lint('publint/src/cli.js', '--strict', '--pack', 'npm');
