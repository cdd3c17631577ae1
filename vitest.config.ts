import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Vitest leaves one core to itself, which is half of a machine of two. Most tests wait for a process or a socket.
    maxWorkers: availableParallelism(),
    reporters: process.env['CI'] === 'true' ? ['default'] : ['dot'],
  },
});
