import sqlite from 'node-sqlite3-wasm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { firstRecent } from '../../../src/server/page/recent.js';
import { Statements } from '../../../src/server/store/statements.js';

const DAY = 24 * 3600_000;
const NOW = 100 * DAY;

let database: InstanceType<typeof sqlite.Database>;
let statements: Statements;
beforeEach(() => {
  database = new sqlite.Database(':memory:');
  database.exec('CREATE TABLE version (id INTEGER PRIMARY KEY, created INTEGER NOT NULL)');
  statements = new Statements(database);
});
afterEach(() => {
  statements.close();
  database.close();
});

/** Versions with gaps between their ids, so many of them older than seven days. */
function fill(old: number, recent: number): void {
  for (let n = 0; n < old + recent; n++)
    statements.run('INSERT INTO version (id, created) VALUES (?, ?)', [
      2 + 3 * n,
      n < old ? NOW - 8 * DAY + n : NOW - 6 * DAY + n,
    ]);
}

it.each([
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
  [0, 40],
  [40, 0],
  [17, 23],
  [39, 1],
])('PG-74 finds where the last seven days begin: %i older versions and %i recent ones', (old, recent) => {
  fill(old, recent);
  const first = firstRecent(statements, NOW);
  const ids = statements.all('SELECT id FROM version WHERE id >= ?', [first]);
  expect(ids).toHaveLength(recent);
});

it('PG-81 looks at few versions, however many there are', () => {
  fill(0, 3_000);
  let looked = 0;
  const counting = { all: (...of: Parameters<Statements['all']>) => (looked++, statements.all(...of)) };
  expect(firstRecent(counting, NOW)).toBeLessThanOrEqual(2);
  expect(looked).toBeLessThan(20);
});
