import type { CommandTable } from '../command.ts'
import {
  type CommandOffer,
  firstOptions,
  listCommandOffers,
  listFirstWords,
  type OptionOffer,
  quote,
} from './offers.ts'

/** The completion script of fish. */
export function writeFish(table: CommandTable): string {
  const offers = listCommandOffers(table)
  const pairs = offers.filter(({ words }) => words.includes(' ')).map(({ words }) => quote(words))
  const lines = [
    ...listFirstWords(table).flatMap(({ word, summary, seconds }) => [
      writeLine('', `-a ${word} -d ${quote(summary)}`),
      ...seconds.map(({ words, summary: what }) => writeLine(word, `-a ${words.split(' ')[1]} -d ${quote(what)}`)),
    ]),
    ...firstOptions.map(option => writeLine('', writeOption(option))),
    ...offers.flatMap(writeCommand),
  ]
  return `# Completion of rushes for fish
function __rushes_is -d 'Whether the command that was typed is this one'
    set -l typed
    set -l skips
    for word in (commandline -opc)[2..-1]
        if set -q skips[1]
            set skips
        else if contains -- $word --url --profile
            set skips $word
        else if not string match -q -- '-*' $word
            if test -z "$typed"
                set typed $word
            else if contains -- "$typed $word" ${pairs.join(' ')}
                set typed "$typed $word"
            else
                break
            end
        end
    end
    test "$typed" = "$argv"; and not set -q skips[1]
end
complete -c rushes -f
${lines.join('\n')}
`
}

function writeCommand({ words, options, argument }: CommandOffer): string[] {
  const lines = options.map(option => writeLine(words, writeOption(option)))
  if (argument === undefined || argument === 'unknown') return lines
  return [...lines, writeLine(words, writeArgument(argument))]
}

function writeArgument(argument: 'files' | 'folders' | readonly string[]): string {
  if (argument === 'files') return '-F'
  return `-a ${argument === 'folders' ? folders : quote(argument.join(' '))}`
}

const folders = "'(__fish_complete_directories)'"

function writeOption({ long, short, meaning, value }: OptionOffer): string {
  const offered = !value
    ? ''
    : value.choices.length > 0
      ? ` -x -a ${quote(value.choices.join(' '))}`
      : value.completes === 'folders'
        ? ` -x -a ${folders}`
        : value.completes
          ? ' -r -F'
          : ' -x'
  return `${short === undefined ? '' : `-s ${short} `}-l ${long}${offered} -d ${quote(meaning)}`
}

/** What is offered behind a command; behind nothing where `words` is empty. */
function writeLine(words: string, offer: string): string {
  return `complete -c rushes -n ${quote(`__rushes_is ${words}`.trimEnd())} ${offer}`
}
