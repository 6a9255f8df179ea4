/** How automatic subtitles tell what made them (the notes' sample of a subtitle annotation). */

/** Of the rules by which subtitles are cut and spotted: raised whenever the same transcript would give others. */
const version = '1.0.0'

export const automaticSource = 'automatic_subtitling'
export const toolTag = `automatic_subtitler_version:${version}`

/** What was done, when, and to what: `Automatic Subtitling Mon Oct 28 2019 14:28:17 GMT+0100 (…)`. */
export function toLabel(what: string, now: number, of?: string): string {
  return `${what} ${new Date(now)}${of === undefined ? '' : ` ${of}`}`.slice(0, 1000)
}
