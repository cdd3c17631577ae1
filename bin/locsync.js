#!/usr/bin/env node
/* eslint-disable @typescript-eslint/no-require-imports -- CommonJS on purpose: Node's loader of ES modules costs a tenth of its start */
'use strict';
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

// Keeps the compiled program in a folder that Node chooses (22.8 and later); where that cannot be written nothing happens.
if (enableCompileCache) {
  enableCompileCache();
  require('../dist/main.js');
} else {
  require('../dist/compiled.js').runCompiled(join(__dirname, '../dist/main.js'), process);
}
