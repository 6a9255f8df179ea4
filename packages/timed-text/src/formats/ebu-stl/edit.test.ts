import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Cue, TextPart, TextStyle } from '../../document/document.ts'
import { readEbuStl, writeEbuStl } from './index.ts'
import { listBlocks, listTexts, makeFile, readField } from './testing/files.ts'

const lineBreak: TextPart<number> = { type: 'lineBreak' }
const text = (content: string, style?: TextStyle): TextPart<number> => ({
  type: 'text',
  content,
  ...(style && { style }),
})

describe('an edit of a file that was read', () => {
  const origin = makeFile(
    { UDA: 'ours', OPT: 'Title', TNB: '    4', TNS: '    3', TNG: '  2', TCF: '00000100', MNC: '37', LC: '09' },
    { number: 10, text: '\x0d\x08\x0b\x0bflash\x0a\x0a', row: 21, justification: 0 },
    { number: 11, group: 2, text: '\x0d\x0b\x0bTwo\x0a\x0a', row: 21 },
    { number: 12, extension: 0xfe, text: 'user data of 12' },
    { number: 12, text: '\x0d\x0b\x0bThree\x0a\x0a', row: 10 },
  )
  const { document } = readEbuStl(origin)
  const edit = (change: (cue: Cue<number>, index: number) => Cue<number>) => ({
    ...document,
    cues: document.cues.map(change),
  })

  test('keeps the header, its numbers, the margin, user data and every other block', () => {
    const edited = edit((cue, index) => (index === 1 ? { ...cue, textParts: [text('a'), lineBreak, text('b')] } : cue))
    const blocks = listBlocks(writeEbuStl(edited).content)
    assert.deepEqual(blocks.toSpliced(1, 1), listBlocks(origin).toSpliced(1, 1))
    assert.deepEqual([...blocks[1]!.subarray(0, 5)], [2, 11, 0, 0xff, 0])
    // Margin 2 as before, in single height now, because the new text says no double height.
    assert.equal(blocks[1]![13], 20)
    assert.deepEqual(writeEbuStl(edited).content.subarray(0, 1024), origin.subarray(0, 1024))
  })

  test('wins over what was kept, whatever is edited', () => {
    const edits: ((cue: Cue<number>) => Cue<number>)[] = [
      cue => ({ ...cue, start: 1 }),
      cue => ({ ...cue, end: 900 }),
      cue => ({ ...cue, hidden: true }),
      cue => ({ ...cue, layout: { textAlign: 'left' } }),
      cue => ({ ...cue, layout: { line: { unit: 'lines', value: 3 } } }),
      cue => ({ ...cue, textParts: [text('new', { colour: '#ff0000', doubleHeight: true })] }),
      cue => ({ ...cue, id: '77' }),
    ]
    for (const change of edits) {
      const edited = edit((cue, index) => (index === 2 ? change(cue) : cue))
      const { content } = writeEbuStl(edited)
      const bare = ({ ext: _ext, ...cue }: Cue<number>) => cue
      assert.deepEqual(readEbuStl(content).document.cues.map(bare), edited.cues.map(bare))
      assert.deepEqual(listBlocks(content)[2], listBlocks(origin)[2])
    }
  })

  test('recounts what was removed or added, and reports what of the old text is unknown', () => {
    const { content } = writeEbuStl({ ...document, cues: document.cues.slice(0, 2) })
    assert.equal(readField(content, 'TNB'), '00002')
    assert.equal(readField(content, 'TNS'), '00002')
    assert.equal(readField(content, 'TNG'), '  2')
    const added = { start: 3, end: 4, textParts: [text('new')] }
    const grown = writeEbuStl({ ...document, cues: [...document.cues, added] }).content
    assert.deepEqual([readField(grown, 'TNB'), readField(grown, 'TNS')], ['00005', '00004'])
    assert.deepEqual([...listBlocks(grown)[4]!.subarray(0, 4)], [0, 13, 0, 0xff])
    assert.equal(listTexts(grown)[4], '\x0d\x0b\x0bnew\x0a\x0a')
    assert.deepEqual(
      writeEbuStl(edit(cue => ({ ...cue, end: cue.end + 1 }))).diagnostics.map(({ code }) => code),
      ['STYLE_UNSUPPORTED', 'TIMING_OVERLAP'],
    )
  })

  test('of the presentation lays out every cue again', () => {
    const blocks = listTexts(writeEbuStl(document, { useBox: false }).content)
    assert.deepEqual(blocks.slice(1), ['\x0dTwo', 'user data of 12', '\x0dThree'])
  })

  test('of titles changes nothing else', () => {
    const { content } = writeEbuStl(document, { originalProgrammeTitle: 'Other' })
    assert.deepEqual(content.subarray(48), origin.subarray(48))
  })

  test('is not fooled by kept bytes that are none, or are of another cue', () => {
    for (const source of ['', '!', 'AAAA', 7, Buffer.alloc(300, 0xff).toString('base64')]) {
      const cues = [{ start: 25, end: 50, textParts: [text('x')], ext: { stl: { source } } }]
      const forged = { ...document, cues, ext: { stl: { ...document.ext?.stl, gsi: 'AAAA', blocks: 1 } } }
      assert.equal(listTexts(writeEbuStl(forged).content).join(), '\x0d\x0b\x0bx\x0a\x0a')
    }
  })
})
