import { isUnspaced } from '../../text/scripts.ts'
import { type FunctionWords, findFunctionWords } from './function-words.ts'
import type { Token } from './tokens.ts'

/** What lies between a token and the next. */
export interface Boundary {
  /** What it costs to end a subtitle here, 0 at the end of a sentence; a line ends here for a part of that. */
  readonly cost: number
  /** Silence, in seconds. */
  readonly pause: number
  /** What it costs to have this inside a line, and a part of it inside a subtitle: where a sentence or a clause ends. */
  readonly innerCost: number
  readonly isSpeakerChange: boolean
}

const costs = {
  clause: 0.75,
  beforeFunctionWord: 1.5,
  usual: 2.5,
  afterFunctionWord: 5.7,
  insideName: 3,
  insideWord: 12,
  /** Off the cost, for each second of silence, until `mostPause` seconds. */
  pause: 2.4,
  mostPause: 1,
  innerClause: 0.5,
  innerSentence: 4,
  innerShortSentence: 1.6,
} as const

const sentenceEnd = /[.!?…。！？؟।]["'”’»)\]）」』]*$/u
const clauseEnd = /[,;:–—、，；：،؛]["'”’»)\]）」』]*$|[-–—]$/u

/** The boundaries after each token but the last. */
export function listBoundaries(
  tokens: readonly Token[],
  options: { framesPerSecond: number; language: string | undefined; minimumSentenceLength: number },
): Boundary[] {
  const { framesPerSecond, minimumSentenceLength } = options
  const functionWords = findFunctionWords(options.language)
  const isEnd = tokens.map((token, index) => endsSentence(token, tokens[index + 1], functionWords))
  const lengths = measureSentences(tokens, isEnd)
  return tokens.slice(1).map((next, index) => {
    const token = tokens[index]!
    const pause = Math.max(0, (next.start - token.end) / framesPerSecond)
    const isShort = Math.min(lengths[index]!, lengths[index + 1]!) < minimumSentenceLength
    const isSpeakerChange = token.speaker !== next.speaker
    const begins = index === 0 || isEnd[index - 1]
    const cost = isEnd[index] || isSpeakerChange ? 0 : rateBreak(token, next, begins === true, functionWords)
    return {
      cost: Math.max(0, cost - costs.pause * Math.min(pause, costs.mostPause)),
      pause,
      innerCost: rateInside(token, isEnd[index] === true, isShort),
      isSpeakerChange,
    }
  })
}

/** "after punctuation, before conjunction or preposition; never split article|noun, first|last name" */
function rateBreak(token: Token, next: Token, beginsSentence: boolean, functionWords: FunctionWords): number {
  if (!next.hasSpaceBefore && !isUnspaced(token.text) && !isUnspaced(next.text)) return costs.insideWord
  if (clauseEnd.test(token.text)) return costs.clause
  if (functionWords.holdsNext.has(toWord(token.text))) return costs.afterFunctionWord
  if (functionWords.opensPhrase.has(toWord(next.text))) return costs.beforeFunctionWord
  const isName = !beginsSentence && isCapitalised(token.text) && isCapitalised(next.text)
  return costs.usual + (isName ? costs.insideName : 0)
}

function rateInside({ text }: Token, isSentenceEnd: boolean, isShort: boolean): number {
  if (isSentenceEnd) return isShort ? costs.innerShortSentence : costs.innerSentence
  return clauseEnd.test(text) ? costs.innerClause : 0
}

function endsSentence(token: Token, next: Token | undefined, { abbreviations }: FunctionWords): boolean {
  if (!sentenceEnd.test(token.text)) return false
  if (!next || !/\.["'”’»)\]]*$/.test(token.text)) return true
  const isAbbreviation = abbreviations.has(toWord(token.text)) || /^\p{Lu}\.$/u.test(token.text)
  return !isAbbreviation && !/^\p{Ll}/u.test(next.text)
}

/** For each token the length of its sentence, in characters. */
function measureSentences(tokens: readonly Token[], isEnd: readonly boolean[]): number[] {
  const lengths: number[] = []
  let first = 0
  let length = 0
  for (const [index, token] of tokens.entries()) {
    length += token.characters + 1
    if (!isEnd[index] && index + 1 < tokens.length) continue
    for (; first <= index; first++) lengths.push(length - 1)
    length = 0
  }
  return lengths
}

function toWord(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase()
}

function isCapitalised(text: string): boolean {
  return /^\p{Lu}/u.test(text)
}
