import { commandWords, globalWords, quote, type OptionWords, type CompletionValue } from './words.js';

/**
 * The script for bash 3.2 and later. Names of files are compared and never handed to `compgen -W`,
 * which expands its words: a file called `$(…)` must not run. `command locsync` keeps a `./locsync`
 * of the current folder from being run during completion.
 */
export function bash(): string {
  const allOptions = [...globalWords, ...commandWords.flatMap((command) => command.options)];
  const unique = [...new Map(allOptions.map((option) => [option.name, option])).values()];
  const lists = unique.filter((option) => option.value.kind === 'list');
  const withValue = unique.filter((option) => option.value.kind !== 'none' && option.value.kind !== 'list');
  return `# Completion of locsync for bash. In ~/.bashrc:
#   source <(locsync completion bash)

_locsync_ask() {
  local line
  while IFS= read -r line; do
    [[ $line == "$2"* ]] && COMPREPLY+=("$3$line")
  done < <(command locsync completion "$1" 2>/dev/null)
}

_locsync_take() {
  local line
  while IFS= read -r line; do COMPREPLY+=("$line"); done
}

_locsync_paths() {
  compopt -o filenames 2>/dev/null
  _locsync_ask paths "$1"
  ((\${#COMPREPLY[@]})) || _locsync_take < <(compgen -f -- "$1")
}

_locsync() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command='' before='' attached='' i
  COMPREPLY=()
  # bash takes --option=value apart at the =.
  if [[ $current == = ]]; then
    current='' attached=1
  elif [[ $previous == = ]]; then
    attached=1
    previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      ${withValue.map((option) => option.name).join(' | ')})
        [[ \${COMP_WORDS[i + 1]} == = ]] && ((i++))
        ((i++))
        ;;
      =) ((i++)) ;;
      -*) ;;
      *)
        command=\${COMP_WORDS[i]}
        break
        ;;
    esac
  done
  case $attached$previous in
${lists.map(listCase).join('')}  esac
  case $previous in
${withValue
  .filter((option) => action(option.value) !== '')
  .map(valueCase)
  .join('')}    ${names(withValue.filter((option) => action(option.value) === '')).join(' | ')})
      return
      ;;
  esac
  case $command in
    '') _locsync_take < <(compgen -W ${words([...commandWords.map((command) => command.name), ...names(globalWords)])} -- "$current") ;;
${commandWords
  .map(
    ({ name, options, argument }) => `    ${name})
      if [[ $current == -* ]]; then
        _locsync_take < <(compgen -W ${words(names([...options, ...globalWords]))} -- "$current")${argument.kind === 'none' ? '' : `\n      else\n        ${action(argument)}`}
      fi
      ;;
`,
  )
  .join('')}  esac
}

complete -F _locsync locsync
`;
}

const names = (options: readonly OptionWords[]): string[] => options.map((option) => option.name);
const words = (list: readonly string[]): string => quote(list.join(' '));

const valueCase = ({ name, value }: OptionWords): string => `    ${name})
      ${action(value)}
      return
      ;;
`;

/** The value of such an option is only what follows after `=`. */
const listCase = ({ name, value }: OptionWords): string => `    1${name})
      ${action(value)}
      return
      ;;
`;

function action(value: CompletionValue): string {
  switch (value.kind) {
    case 'choice':
      return `_locsync_take < <(compgen -W ${words(value.choices)} -- "$current")`;
    case 'list':
      return `[[ $current == *,* ]] && before=\${current%,*},; _locsync_take < <(compgen -P "$before" -W ${words(value.choices)} -- "\${current##*,}")`;
    case 'file':
      return 'compopt -o filenames 2>/dev/null; _locsync_take < <(compgen -f -- "$current")';
    case 'folder':
      return 'compopt -o filenames 2>/dev/null; _locsync_take < <(compgen -d -- "$current")';
    case 'locales':
      // Only the last code of a list is being typed.
      return '[[ $current == *,* ]] && before=${current%,*},; _locsync_ask locales "${current##*,}" "$before"';
    case 'paths':
      return '_locsync_paths "$current"';
    case 'none':
    case 'any':
      return '';
  }
}
