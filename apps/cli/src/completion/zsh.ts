import type { CommandTable } from '../command.ts'
import {
  type CommandOffer,
  firstOptions,
  listCommandOffers,
  listFirstWords,
  type OptionOffer,
  quote,
} from './offers.ts'

/** The completion script of zsh, for a file `_rushes` in a folder of `fpath`. */
export function writeZsh(table: CommandTable): string {
  const firsts = listFirstWords(table)
  const offers = listCommandOffers(table)
  // What is a command as well offers its second words with its own.
  const groups = firsts.filter(({ word, seconds }) => seconds.length > 0 && !offers.some(({ words }) => words === word))
  const toPair = (word: string, summary: string) => `      ${quote(`${word}:${summary.replaceAll(':', ',')}`)}`
  return `#compdef rushes
_rushes() {
  local command='' index=2
  local -a offers
  while (( index < CURRENT )); do
    case $words[index] in
      --url|--profile) (( index++ )) ;;
      -*) [[ -n $command ]] && break ;;
      *)
        if [[ -z $command ]]; then command=$words[index]
        elif [[ '|${offers.map(({ words }) => words).join('|')}|' == *"|$command $words[index]|"* ]]; then command+=" $words[index]"
        else break
        fi
        ;;
    esac
    (( index++ ))
    case $command in
${offers
  .filter(({ seconds }) => seconds.length === 0)
  .map(({ words }) => `      ${quote(words)}) break ;;`)
  .join('\n')}
    esac
  done
  case $command in
    '')
      [[ $words[CURRENT-1] == --(url|profile) ]] && return
      if [[ $words[CURRENT] == -* ]]; then
        ${writeArguments(firstOptions.flatMap(writeOption))}
        return
      fi
      offers=(
${firsts.map(({ word, summary }) => toPair(word, summary)).join('\n')}
      )
      _describe -t commands command offers
      ;;
${groups
  .map(
    ({ word, seconds }) => `    ${quote(word)})
      offers=(
${seconds.map(({ words, summary }) => toPair(words.split(' ')[1] ?? '', summary)).join('\n')}
      )
      _describe -t commands command offers
      ;;`,
  )
  .join('\n')}
${offers.map(writeCommand).join('\n')}
  esac
}
if [[ $funcstack[1] == _rushes ]]; then _rushes "$@"; else compdef _rushes rushes; fi
`
}

/** What stands before the arguments is taken away, so that \`_arguments\` sees the command as the first word. */
function writeCommand({ words, options, argument, seconds }: CommandOffer): string {
  const specs = [...options.flatMap(writeOption), ...writeRest(argument)]
  const others = `
      offers=(${seconds.map(quote).join(' ')})
      (( index == CURRENT )) && _describe -t commands command offers`
  return `    ${quote(words)})${seconds.length > 0 ? others : ''}
      shift $(( index - 2 )) words
      (( CURRENT -= index - 2 ))
      ${writeArguments(specs)}
      ;;`
}

function writeArguments(specs: readonly string[]): string {
  return `_arguments \\\n        ${specs.join(' \\\n        ')}`
}

/** Without a word on the arguments nothing more is offered behind them, options neither. */
function writeRest(argument: CommandOffer['argument']): string[] {
  if (argument === undefined) return []
  if (argument === 'files') return [quote('*:file:_files')]
  if (argument === 'folders') return [quote('*:folder:_files -/')]
  return [argument === 'unknown' ? quote('*:argument: ') : quote(`1:word:(${argument.join(' ')})`)]
}

function writeOption({ long, short, meaning, value }: OptionOffer): string[] {
  const explained = `[${meaning.replaceAll(/[[\]:]/g, ' ')}]`
  const action = !value
    ? ''
    : value.choices.length > 0
      ? `:${value.name}:(${value.choices.join(' ')})`
      : `:${value.name.replaceAll(':', ' ')}:${value.completes === 'folders' ? '_files -/' : value.completes ? '_files' : ''}`
  return [`--${long}`, ...(short === undefined ? [] : [`-${short}`])].map(spelling =>
    quote(`*${spelling}${explained}${action}`),
  )
}
