import { expect } from './check.ts'
import { commentText } from './review.ts'
import type { Step } from './stage.ts'

const preset = 'preset_001'
const expectedSrt = [
  '1\n00:00:01,000 --> 00:00:02,520\nThe sea is calm tonight.\n',
  '2\n00:00:03,000 --> 00:00:05,000\nThe tide is full,\n<i>the moon lies fair</i>\n',
].join('\n')

/** Words on the clip: subtitles to the frame, and the comment found again. */
export const wordSteps: Step[] = [
  {
    title: 'Write two subtitles and read them back as SRT',
    async run({ producer, productionId: prId, clipId }, tell) {
      await producer.productions.updateSetting({
        prId,
        key: 'subtitlePresets',
        body: [{ id: preset, name: 'Television', default: true, language: 'en' }],
      })
      const place = { prId, moId: clipId, language: 'en', presetId: preset }
      await producer.subtitles.getSubtitle(place)
      await producer.subtitles.patchSubtitle({
        ...place,
        body: [
          {
            op: 'add',
            path: '/structuredDescription/subtitles/-',
            value: { start: 25, end: 63, textParts: [{ content: 'The sea is calm tonight.' }] },
          },
          {
            op: 'add',
            path: '/structuredDescription/subtitles/-',
            value: {
              start: 75,
              end: 125,
              textParts: [
                { type: 'text', content: 'The tide is full,' },
                { type: 'lineBreak', content: '\n' },
                { type: 'text', content: 'the moon lies fair', style: { italic: true } },
              ],
            },
          },
        ],
      })
      const response = await producer.subtitles.getSubtitle({ ...place, headers: { accept: 'application/x-subrip' } })
      const srt = await response.text()
      expect('the subtitles as SRT', srt.trim().replaceAll('\r\n', '\n'), expectedSrt.trim())
      for (const line of srt.trim().split('\n')) tell(line)
      return {}
    },
  },
  {
    title: 'Search for the comment',
    async run({ producer, visitor, productionId: prId, commentId }, tell) {
      const query = { q: 'lighthouse', fq: ['funnel:ReviewComment'], fl: ['id,description,start'] }
      const found = await producer.annotations.listAnnotations({ prId, query })
      expect(
        'the comment found',
        found.results?.map(result => [result.id, result.description]),
        [[commentId, commentText]],
      )
      const byVisitor = await visitor.annotations.listAnnotations({ prId, query })
      expect('found by the visitor', byVisitor.numFound, 1)
      tell(`${found.numFound} result: "${commentText}" at frame ${found.results?.[0]?.start}`)
      return {}
    },
  },
]
