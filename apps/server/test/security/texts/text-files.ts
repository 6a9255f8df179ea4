/** Files that have a text wherever their format has one, by media type. */

const skos = 'http://www.w3.org/2004/02/skos/core#'
const times = 'begin="0s" end="1s"'

function toTtml(text: string): string {
  return `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"
      xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xml:lang="${text}">
    <head>
      <metadata><ttm:title>${text}</ttm:title><ttm:desc>${text}</ttm:desc></metadata>
      <styling><style xml:id="${text}" tts:fontFamily="${text}" tts:color="red"/></styling>
      <layout><region xml:id="r${text}" tts:origin="10% 10%" tts:extent="80% 80%"/></layout>
    </head>
    <body><div><p xml:id="p${text}" region="r${text}" style="${text}" ttm:agent="${text}" ${times}>${text}</p></div></body>
  </tt>`
}

function toAss(text: string): string {
  const fields = `${text},${text},10,10,10,${text}`
  return `[Script Info]
Title: ${text}
Language: ${text}
[V4+ Styles]
Style: ${text},${text},${`${text},`.repeat(20)}1
[Events]
Comment: 0,0:00:00.00,0:00:00.00,${fields},${text}
Dialogue: 0,0:00:00.00,0:00:01.00,${fields},{\\fn${text}\\r${text}}${text}
`
}

function toEdl(text: string): string {
  const place = '001  AX       V     C        00:00:00:00 00:00:00:01 00:00:00:00 00:00:00:01'
  return `TITLE: ${text}\n${place}\n* LOC: 00:00:00:00 RED     ${text}\n* FROM CLIP NAME: ${text}\n`
}

const makers: Readonly<Record<string, (text: string) => string>> = {
  'application/x-subrip': text => `1\n00:00:00,000 --> 00:00:01,000\n<font color="${text}">${text}</font>\n`,
  'text/vtt': text => `WEBVTT ${text}

NOTE ${text}

REGION
id:${text}

${text}
00:00:00.000 --> 00:00:01.000 region:${text}
<v ${text}><c.${text}>${text}</c></v>
`,
  'text/x-ssa': toAss,
  'application/ttml+xml': toTtml,
  'application/x-edl': toEdl,
  'text/csv': text =>
    `Label,Value,Parent,Color,Comment,Frame,Author,Thread\n${`${text},`.repeat(5)}0,${text},${text}\n`,
  'text/turtle': text =>
    `<urn:${text}> a <${skos}Concept> ; <${skos}notation> "${text}" ; <${skos}prefLabel> "${text}" .`,
  'application/rdf+xml': text => `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="${skos}">
    <skos:Concept rdf:about="urn:${text}"><skos:prefLabel xml:lang="en">${text}</skos:prefLabel></skos:Concept>
  </rdf:RDF>`,
}
const sameAs: Readonly<Record<string, string>> = {
  'text/srt': 'application/x-subrip',
  'text/x-ass': 'text/x-ssa',
  'application/edl': 'application/x-edl',
  'application/x-ebu-tt+xml': 'application/ttml+xml',
}

/** A file of this type with the text in every place; just the text where the type has no structure. */
export function makeTextFile(type: string, text: string): string {
  return makers[sameAs[type] ?? type]?.(text) ?? text
}
