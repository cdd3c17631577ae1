import { commandWords, globalWords, type OptionWords, type CompletionValue } from './words.js';

/** The script for fish 3 and later. */
export function fish(): string {
  return `# Completion of locsync for fish. In ~/.config/fish/config.fish:
#   locsync completion fish | source

function __locsync_locales
    # Of a list only the last code is being typed.
    set -l before (string replace -r '^--locale=' '' -- (commandline -ct) | string match -r '.*,')
    for code in (command locsync completion locales 2>/dev/null)
        echo "$before$code"
    end
end

function __locsync_needs_command
    not __fish_seen_subcommand_from ${commandWords.map((command) => command.name).join(' ')}
end

complete -c locsync -f
${commandWords
  .map(
    ({ name, summary }) => `complete -c locsync -n __locsync_needs_command -a ${name} -d ${quote(summary)}\n`,
  )
  .join('')}
${globalWords.map((option) => `complete -c locsync${switches(option)}\n`).join('')}
${commandWords
  .map(({ name, options, argument }) => {
    const when = ` -n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
    const ofOptions = options.map((option) => `complete -c locsync${when}${switches(option)}\n`).join('');
    return argument.kind === 'none'
      ? ofOptions
      : `${ofOptions}complete -c locsync${when}${action(argument)}\n`;
  })
  .join('')}`;
}

function switches({ name, description, value }: OptionWords): string {
  return ` -l ${name.slice(2)}${value.kind === 'none' ? '' : `${value.kind === 'list' ? '' : ' -r'}${action(value)}`} -d ${quote(description)}`;
}

function action(value: CompletionValue): string {
  switch (value.kind) {
    case 'choice':
    case 'list':
      return ` -f -a ${quote(value.choices.join(' '))}`;
    case 'file':
      return ' -F';
    case 'folder':
      return " -f -a '(__fish_complete_directories)'";
    case 'locales':
      return " -f -a '(__locsync_locales)'";
    case 'paths':
      return " -F -a '(command locsync completion paths 2>/dev/null)'";
    case 'any':
      return ' -f';
    case 'none':
      return '';
  }
}

// In single quotes fish reads only \\ and \'.
const quote = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
