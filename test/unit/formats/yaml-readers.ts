import { spawnSync } from 'node:child_process';

/**
 * Each reads a JSON array of documents from stdin and prints what it read, as JSON: what is not a
 * string, map or list as a list of its type.
 */
export const READERS = {
  'PyYAML (Python’s parser)': ['python3', '-c', python('SafeLoader')],
  'PyYAML (libyaml)': ['python3', '-c', python('CSafeLoader')],
  'Psych (Ruby)': [
    'ruby',
    '-W0',
    '-ryaml',
    '-rjson',
    '-e',
    // Without a byte-order mark, which Psych.load_file takes off while libyaml counts it as a
    // column.
    [
      'Encoding.default_external = Encoding::UTF_8',
      'def show(v) = case v when Hash then v.to_h { |k, w| [k.is_a?(String) ? k : k.class.name + k.to_s, show(w)] } when Array then v.map { |w| show(w) } when String then v else [v.class.name] end',
      'def read(text) = begin; show(YAML.safe_load(text, aliases: true)); rescue Exception => e; "error: #{e.message}"; end',
      'puts JSON.generate(JSON.parse(STDIN.read).map { |text| read(text.delete_prefix("\\uFEFF")) })',
    ].join('\n'),
  ],
} as const;

function python(loader: string): string {
  return [
    'import json, sys, yaml',
    `loader = yaml.${loader}`,
    'def show(v):',
    '  if isinstance(v, dict): return {k if isinstance(k, str) else repr(k): show(w) for k, w in v.items()}',
    '  if isinstance(v, list): return [show(w) for w in v]',
    '  return v if isinstance(v, str) else [repr(v)]',
    'def read(text):',
    '  try: return show(yaml.load(text, Loader=loader))',
    '  except Exception as e: return "error: " + str(e)',
    'print(json.dumps([read(text) for text in json.loads(sys.stdin.buffer.read().decode("utf-8"))]))',
  ].join('\n');
}

/** The value at a path of what a reader read. */
export function pick(value: unknown, at: readonly (string | number)[]): unknown {
  return at.reduce<unknown>(
    (node, name) =>
      typeof node === 'object' && node !== null ? (node as Record<string | number, unknown>)[name] : node,
    value,
  );
}

/** What a reader reads of each document; undefined if it is not on this machine. */
export function run([command, ...args]: readonly string[], input: readonly string[]): unknown[] | undefined {
  const { status, stdout } = spawnSync(command ?? '', args, {
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return status === 0 ? (JSON.parse(stdout) as unknown[]) : undefined;
}
