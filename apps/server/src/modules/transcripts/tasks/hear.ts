import type { TimedWord } from '@rushes/timed-text'
import type { TaskRun } from '../../workflows/index.ts'
import type { SpeechEngine } from '../engines/engine.ts'
import { findAnswer, keepAnswer, type Purpose } from '../recognition/run-store.ts'
import { type ClipSound, cutSound, type SoundPart } from '../recognition/sound.ts'
import type { HeardPart } from '../tables.ts'

/** How sound is heard. */
interface Hearing {
  readonly speech: SpeechEngine
  readonly purpose: Purpose
  readonly language: string
  readonly prompt: string | undefined
}

/** What was heard in a clip, in milliseconds. */
export interface Heard {
  readonly words: readonly TimedWord[]
  /** What the engine says that it heard. */
  readonly language: string | undefined
  readonly parts: number
}

/**
 * Has an engine hear a clip, part by part. What it has answered is kept until the run ends, so that another attempt pays
 * for no part twice.
 */
export async function hear(run: TaskRun<unknown>, sound: ClipSound, hearing: Hearing): Promise<Heard> {
  const parts = await cutSound(sound, hearing.speech.longestMs)
  const heard: HeardPart[] = []
  for (const [place, part] of parts.entries()) {
    run.signal.throwIfAborted()
    heard.push(await hearPart(run, sound, hearing, part, place))
    run.report((90 * (place + 1)) / parts.length)
  }
  const language = heard.find(answer => answer.language !== undefined)?.language
  return { words: joinParts(heard), language, parts: parts.length }
}

/** The last word of a part has no blank after it: it was at the end. */
function joinParts(parts: readonly HeardPart[]): TimedWord[] {
  return parts.flatMap((part, place) =>
    part.words.map((word, index) => {
      const isLast = index === part.words.length - 1 && place < parts.length - 1
      return isLast && !/\s$/.test(word.text) ? { ...word, text: `${word.text} ` } : word
    }),
  )
}

async function hearPart(
  { ctx, workflowId, signal }: TaskRun<unknown>,
  sound: ClipSound,
  { speech, purpose, language, prompt }: Hearing,
  { startMs, endMs }: SoundPart,
  place: number,
): Promise<HeardPart> {
  const known = await findAnswer(ctx.db, workflowId, purpose, startMs)
  if (known) return known
  const wav = await sound.readWav(startMs, endMs)
  const note = (message: string) =>
    ctx.platform.log.warn({ engine: speech.name, workflow: workflowId, message }, 'a speech engine complains')
  const { folder } = sound
  const { words, ...rest } = await speech.transcribe({ wav, folder, language, prompt, signal, note })
  const heard = { ...rest, words: words.map(word => moveWord(word, { startMs, endMs }, place)) }
  await keepAnswer(ctx.db, { workflowId, purpose, startMs, heard })
  return heard
}

/** On the clock of the whole. Speakers are distinguished within a part only, so their names say which it is. */
function moveWord(word: TimedWord, { startMs, endMs }: SoundPart, place: number): TimedWord {
  const { speaker } = word
  const bound = (time: number) => Math.min(endMs, startMs + time)
  return {
    ...word,
    start: bound(word.start),
    end: bound(word.end),
    ...(speaker !== undefined && place > 0 && { speaker: `${speaker} (${place + 1})` }),
  }
}
