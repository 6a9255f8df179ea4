import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSrt } from '../index.ts'

/** Bytes of a text in an encoding of one byte or two for each character. */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const codes = new Map<string, number[]>()
  const add = (...bytes: number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes))
    if (!codes.has(character)) codes.set(character, bytes)
  }
  for (let byte = 0; byte < 256; byte++) add(byte)
  if (/^(?:shift|euc|gb|big)/.test(encoding)) {
    for (let first = 0x81; first < 0xff; first++) for (let second = 0x40; second < 0xff; second++) add(first, second)
  }
  const characters = encoding === 'windows-1258' ? withTonesApart(text) : text
  return Uint8Array.from(
    Array.from(characters).flatMap(character => {
      const bytes = codes.get(character)
      assert.ok(bytes, `${character} is not in ${encoding}`)
      return bytes
    }),
  )
}

/** Vowels with their marks, but tones as characters of their own. */
function withTonesApart(text: string): string {
  return text.normalize('NFD').replace(/(\p{L})([\u0300-\u036f]+)/gu, (_, letter: string, marks: string) => {
    const [mark = ''] = /[\u0302\u0306\u031b]/.exec(marks) ?? []
    return (letter + mark).normalize('NFC') + marks.replace(mark, '')
  })
}

const said: readonly (readonly [encoding: string, lines: readonly string[]])[] = [
  [
    'windows-1252',
    ['Où êtes-vous allés hier soir ?', 'Ça m’est égal, répondit-elle à la fenêtre.', 'Très bien, à bientôt.'],
  ],
  [
    'windows-1252',
    ['Können wir später darüber sprechen?', 'Natürlich, aber nicht während der Prüfung.', 'Schöne Grüße!'],
  ],
  ['windows-1252', ['¿Dónde está el niño?', 'Mañana será otro día, señor.', 'No lo sé, quizás aquí.']],
  ['windows-1252', ['Hvor er du på vej hen?', 'Jeg så en smuk ø på søen.', 'Det er for sent nå.']],
  [
    'windows-1250',
    ['Gdzie byłeś wczoraj wieczorem?', 'Nie wiem, o czym mówisz, proszę pana.', 'Muszę już iść, dobranoc. Są święta.'],
  ],
  ['windows-1250', ['Kde jsi byl včera večer?', 'Nevím, o čem mluvíš, příteli.', 'Už musím jít, uvidíme se později.']],
  [
    'windows-1250',
    ['Hol voltál tegnap este?', 'Nem tudom, miről beszélsz, kérlek szépen.', 'Később találkozunk, jó éjszakát.'],
  ],
  ['windows-1251', ['Где ты был вчера вечером?', 'Я не знаю, о чём вы говорите.', 'Мне пора идти, спокойной ночи.']],
  ['koi8-r', ['Где ты был вчера вечером?', 'Я не знаю, о чем вы говорите.', 'Мне пора идти, спокойной ночи.']],
  ['windows-1253', ['Πού ήσουν χθες το βράδυ;', 'Δεν ξέρω για τι πράγμα μιλάς.', 'Πρέπει να φύγω τώρα, καληνύχτα.']],
  [
    'windows-1254',
    [
      'Dün gece neredeydin?',
      'Neden bahsettiğini bilmiyorum, arkadaşım.',
      'Artık gitmem gerekiyor, iyi geceler. Şimdi değil.',
    ],
  ],
  ['windows-1255', ['איפה היית אתמול בערב?', 'אני לא יודע על מה אתה מדבר.', 'אני חייב ללכת, לילה טוב.']],
  ['windows-1256', ['أين كنت مساء أمس؟', 'لا أعرف عما تتحدث يا صديقي.', 'يجب أن أذهب الآن، تصبح على خير.']],
  ['windows-874', ['เมื่อคืนคุณอยู่ที่ไหน', 'ฉันไม่รู้ว่าคุณพูดเรื่องอะไร', 'ฉันต้องไปแล้ว ราตรีสวัสดิ์']],
  ['windows-1258', ['Tối qua anh đã ở đâu?', 'Tôi không biết anh đang nói gì.', 'Tôi phải đi bây giờ, chúc ngủ ngon.']],
  [
    'windows-1257',
    [
      'Kur tu buvai vakar vakare?',
      'Nežinau, apie ką jūs kalbate.',
      'Turiu jau eiti, labos nakties. Rytoj susitiksime čia.',
    ],
  ],
  [
    'windows-1257',
    ['Kur tu biji vakar vakarā?', 'Es nezinu, par ko jūs runājat.', 'Man jāiet, ar labu nakti. Tiksimies šeit rīt.'],
  ],
  [
    'shift_jis',
    ['昨日の夜はどこにいたの？', '何のことを言っているのか分かりません。', 'もう行かなくちゃ、おやすみなさい。'],
  ],
  ['euc-kr', ['어젯밤에 어디 있었어?', '무슨 말을 하는지 모르겠어요.', '이제 가야 해요, 잘 자요.']],
  ['gb18030', ['你昨晚去哪儿了？', '我不知道你在说什么。', '我现在得走了，晚安。']],
  ['big5', ['你昨晚去哪兒了？', '我不知道你在說什麼。', '我現在得走了，晚安。']],
]

// Unicode and WHATWG Encoding, 4.2: labels as TextDecoder knows them
describe('the encoding of a file that is not UTF-8', () => {
  for (const [encoding, lines] of said) {
    test(`is detected by its letters: ${encoding}, ${lines[0]}`, () => {
      const toFile = (text: string, index: number) =>
        `${index + 1}\n00:00:0${index},000 --> 00:00:0${index + 1},000\n${text}\n\n`
      const { document, diagnostics } = readSrt(encode(lines.map(toFile).join(''), encoding))
      const read = document.cues.map(({ textParts: [part] }) => part?.type === 'text' && part.content)
      assert.deepEqual(read, lines, JSON.stringify(diagnostics))
      assert.deepEqual(
        diagnostics.map(({ code, severity }) => [code, severity]),
        [['IMPORT_ENCODING_GUESSED', 'warning']],
      )
    })
  }

  test('is what the caller says, whatever the letters', () => {
    const file = encode('1\n00:00:00,000 --> 00:00:01,000\nГде ты был вчера вечером?\n', 'windows-1251')
    const { document, diagnostics } = readSrt(file, { encoding: 'windows-1251' })
    assert.equal(
      document.cues[0]?.textParts[0]?.type === 'text' && document.cues[0].textParts[0].content,
      'Где ты был вчера вечером?',
    )
    assert.deepEqual(diagnostics, [])
  })

  test('is still UTF-8 where a byte of it is broken', () => {
    const good = Buffer.from(`1\n00:00:00,000 --> 00:00:01,000\n${'Zażółć gęślą jaźń. '.repeat(20)}\n`)
    const { document, diagnostics } = readSrt(Buffer.concat([good, Buffer.from([0xff, 0x0a])]))
    const [part] = document.cues[0]!.textParts
    assert.match(part?.type === 'text' ? part.content : '', /^Zażółć gęślą jaźń/)
    assert.equal(diagnostics[0]?.code, 'IMPORT_ENCODING_REPAIRED')
  })

  test('costs no more than the size of the file', () => {
    const started = process.cpuUsage()
    readSrt(new Uint8Array(8_000_000).fill(0xe9))
    assert.ok(process.cpuUsage(started).user < 5_000_000)
  })
})
