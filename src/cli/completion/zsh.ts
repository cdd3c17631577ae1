import { commandWords, globalWords, quote, type OptionWords, type CompletionValue } from './words.js';

/** The script for zsh: sourced after `compinit`, or as `_locsync` in a folder of `$fpath`. */
export function zsh(): string {
  return `#compdef locsync
# Completion of locsync for zsh. In ~/.zshrc, after compinit:
#   source <(locsync completion zsh)

_locsync_locales() {
  local -a codes
  codes=(\${(f)"$(command locsync completion locales 2>/dev/null)"})
  _sequence compadd - $codes
}

_locsync_paths() {
  local -a known
  known=(\${(f)"$(command locsync completion paths 2>/dev/null)"})
  compadd -f -a known || _files
}

_locsync() {
  local curcontext=$curcontext state line
  typeset -A opt_args
  local -a global commands
  global=(
${lines(globalWords.map(option), 4)}  )
  commands=(
${lines(
  commandWords.map(({ name, summary }) => quote(`${name}:${escape(summary)}`)),
  4,
)}  )
  _arguments -C $global '1: :->command' '*:: :->rest'
  case $state in
    command) _describe -t commands command commands ;;
    rest)
      curcontext=\${curcontext%:*:*}:locsync-$words[1]:
      case $words[1] in
${commandWords
  .map(
    ({ name, options, argument, argumentLabel }) => `        ${name})
          _arguments $global \\
${lines(
  [
    ...options.map(option),
    ...(argument.kind === 'none'
      ? []
      : [quote(`${argument.kind === 'paths' ? '*' : '1'}:${argumentLabel}:${action(argument)}`)]),
  ].map((spec) => `${spec} \\`),
  12,
)}            && return
          ;;
`,
  )
  .join('')}      esac
      ;;
  esac
}

if [[ $funcstack[1] == _locsync ]]; then
  _locsync "$@"
else
  compdef _locsync locsync
fi
`;
}

const lines = (list: readonly string[], indent: number): string =>
  list.map((line) => `${' '.repeat(indent)}${line}\n`).join('');

// What _arguments and _describe read as the end of a part.
const escape = (text: string): string => text.replaceAll(/[[\]:\\]/g, String.raw`\$&`);

function option({ name, description, label, value, repeatable }: OptionWords): string {
  if (value.kind === 'list') return quote(`${name}=-[${escape(description)}]::${label}:${action(value)}`);
  const head = `${repeatable ? '*' : ''}${name}${value.kind === 'none' ? '' : '='}[${escape(description)}]`;
  return quote(value.kind === 'none' ? head : `${head}:${label}:${action(value)}`);
}

function action(value: CompletionValue): string {
  switch (value.kind) {
    case 'choice':
      return `(${value.choices.join(' ')})`;
    case 'list':
      return `_values -s , what ${value.choices.join(' ')}`;
    case 'file':
      return '_files';
    case 'folder':
      return '_files -/';
    case 'locales':
      return '_locsync_locales';
    case 'paths':
      return '_locsync_paths';
    case 'none':
    case 'any':
      return '';
  }
}
