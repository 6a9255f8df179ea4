import type { CommandTable } from '../command.ts'
import { type CommandOffer, listCommandOffers, listFirstWords, type OptionOffer, quote } from './offers.ts'

/** The completion script of zsh, for a file `_rushes` in a folder of `fpath`. */
export function writeZsh(table: CommandTable): string {
  const firsts = listFirstWords(table)
  const groups = firsts.filter(({ seconds }) => seconds.length > 0)
  const toPair = (word: string, summary: string) => `      ${quote(`${word}:${summary.replaceAll(':', ',')}`)}`
  return `#compdef rushes
_rushes() {
  local command='' index=2
  local -a offers
  while (( index < CURRENT )); do
    case $words[index] in
      --url|--profile) (( index++ )) ;;
      -*) ;;
      *)
        if [[ -z $command ]]; then command=$words[index]
        elif [[ ' ${groups.map(({ word }) => word).join(' ')} ' == *" $command "* ]]; then command+=" $words[index]"
        else break
        fi
        ;;
    esac
    (( index++ ))
    case $command in
${listCommandOffers(table)
  .map(({ words }) => `      ${quote(words)}) break ;;`)
  .join('\n')}
    esac
  done
  case $command in
    '')
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
${listCommandOffers(table).map(writeCommand).join('\n')}
  esac
}
if [[ $funcstack[1] == _rushes ]]; then _rushes "$@"; else compdef _rushes rushes; fi
`
}

/** What stands before the arguments is taken away, so that \`_arguments\` sees the command as the first word. */
function writeCommand({ words, options, argument }: CommandOffer): string {
  const rest =
    argument === 'files'
      ? [quote('*:file:_files')]
      : argument === undefined
        ? []
        : [quote(`1:word:(${argument.join(' ')})`)]
  const specs = [...options.flatMap(writeOption), ...rest]
  return `    ${quote(words)})
      shift $(( index - 2 )) words
      (( CURRENT -= index - 2 ))
      _arguments \\
        ${specs.join(' \\\n        ')}
      ;;`
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
