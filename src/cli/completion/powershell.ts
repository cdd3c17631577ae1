import { commandWords, globalWords, type CompletionValue, type OptionWords } from './words.js';

/**
 * The script for PowerShell 5.1 and later. If it offers nothing, PowerShell offers the files of the
 * folder. Of `a,b` PowerShell completes the whole, so that a list is completed up to its first
 * comma.
 */
export function powershell(): string {
  return `# Completion of locsync for PowerShell. In the file that $PROFILE names:
#   locsync completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName locsync -ScriptBlock {
    param($word, $ast, $cursor)

    $shared = @(
${globalWords.map(optionLine).join('')}    )
    $commands = [ordered]@{
${commandWords
  .map(
    ({ name, summary, argument, options }) => `        ${quote(name)} = @{
            Summary = ${quote(summary)}
            Takes = ${takenValues(argument)}
            Options = @(
${options.map((option) => `        ${optionLine(option)}`).join('')}            )
        }
`,
  )
  .join('')}    }

    # The words before the one that is being typed, without the name of the program.
    $before = @($ast.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursor } |
        ForEach-Object { $_.Extent.Text })
    $options = $shared
    $command = $null
    $pending = $null
    foreach ($one in $before) {
        if ($pending) {
            $pending = $null
        } elseif ($one.StartsWith('-')) {
            # A list follows after = or is left out.
            $known = $options | Where-Object { $_.Name -ceq $one }
            if ($known -and $known.Takes -ne 'none' -and -not $known.IsList) { $pending = $known }
        } elseif (-not $command -and $commands.Contains($one)) {
            $command = $commands[$one]
            $options = @($command.Options) + $shared
        }
    }

    $tips = @{}
    $wanted = if ($pending) {
        $pending.Takes
    } elseif ($word.StartsWith('-')) {
        $options | ForEach-Object { $tips[$_.Name] = $_.Tip; $_.Name }
    } elseif ($command) {
        $command.Takes
    } else {
        $commands.Keys | ForEach-Object { $tips[$_] = $commands[$_].Summary; $_ }
    }
    # Names of files are data: they are quoted, and never run.
    $program = Get-Command locsync -CommandType Application, ExternalScript -ErrorAction Ignore |
        Select-Object -First 1
    @($wanted) | ForEach-Object {
        if ($_ -cin 'locales', 'paths') { if ($program) { & $program completion $_ 2>$null } }
        elseif ($_ -cnotin 'none', 'any', 'file', 'folder') { $_ }
    } | Where-Object { $_.StartsWith($word, [StringComparison]::Ordinal) } | ForEach-Object {
        $text = if ($_ -match '[^\\w./\\\\=-]') { '''' + $_.Replace('''', '''''') + '''' } else { $_ }
        $tip = if ($tips[$_]) { $tips[$_] } else { $_ }
        [System.Management.Automation.CompletionResult]::new($text, $_, 'ParameterValue', $tip)
    }
}
`;
}

const optionLine = ({ name, value, description }: OptionWords): string =>
  `        @{ Name = ${quote(name)}; Takes = ${takenValues(value)}; IsList = ${value.kind === 'list' ? '$true' : '$false'}; Tip = ${quote(description)} }\n`;

/** What a value may be: words to choose from, or what kind of word it is. */
const takenValues = (value: CompletionValue): string =>
  value.kind === 'choice' || value.kind === 'list'
    ? `@(${value.choices.map(quote).join(', ')})`
    : quote(value.kind);

// In single quotes PowerShell reads only '', and it treats typographic quotes as the same.
const quote = (text: string): string => `'${text.replaceAll(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
