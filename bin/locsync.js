#!/usr/bin/env node
/* eslint-disable @typescript-eslint/no-require-imports -- CommonJS on purpose: Node's loader of ES modules costs a tenth of its start */
'use strict';
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

// Keeps the compiled program in the user's own folder (22.8 and later). Never in the one that Node
// would choose: that is in the folder for temporary files, where another user may have put code
// before. Node itself takes the folder that NODE_COMPILE_CACHE names.
if (enableCompileCache) {
  if (!process.env.NODE_COMPILE_CACHE && process.env.NODE_DISABLE_COMPILE_CACHE !== '1') {
    const folder = require('../dist/cache-folder.js').cacheFolderOf(process, true);
    if (folder !== undefined) enableCompileCache(folder);
  }
  require('../dist/main.js');
} else {
  require('../dist/compiled.js').runCompiled(join(__dirname, '../dist/main.js'), process);
}
