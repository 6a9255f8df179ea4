/** Characters 80 to FF of the code pages that a header may be written in; 20 to 7E are ASCII. */
const upperHalves: ReadonlyMap<string, string> = new Map([
  [
    '437',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  [
    '850',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ],
  [
    '860',
    'ÇüéâãàÁçêÊèÍÔìÃÂÉÀÈôõòÚùÌÕÜ¢£Ù₧ÓáíóúñÑªº¿Ò¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  [
    '863',
    'ÇüéâÂà¶çêëèïî‗À§ÉÈÊôËÏûù¤ÔÜ¢£ÙÛƒ¦´óú¨¸³¯Î⌐¬½¼¾«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  [
    '865',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒáíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
])

/** What headers are written in, and taken for when they name no page that is known. */
const defaultCodePage = '850'

function getUpperHalf(codePage: string): string {
  return upperHalves.get(codePage) ?? upperHalves.get(defaultCodePage)!
}

/** Text of the header in a code page; controls become spaces. */
export function decodeCodePage(bytes: Uint8Array, codePage: string): string {
  const upperHalf = getUpperHalf(codePage)
  let text = ''
  for (const byte of bytes) {
    if (byte >= 0x80) text += upperHalf[byte - 0x80]
    else text += byte < 0x20 || byte === 0x7f ? ' ' : String.fromCharCode(byte)
  }
  return text
}

/** Text as bytes of a code page; a character outside goes to its base letter, else to `_`. */
export function encodeCodePage(text: string, codePage: string): { bytes: number[]; isExact: boolean } {
  const upperHalf = getUpperHalf(codePage)
  const findByte = (character: string) => {
    if (/^[ -~]$/.test(character)) return character.charCodeAt(0)
    const index = upperHalf.indexOf(character)
    return index < 0 ? undefined : 0x80 + index
  }
  let isExact = true
  const bytes = Array.from(text.normalize('NFC'), character => {
    const byte = findByte(character)
    if (byte !== undefined) return byte
    isExact = false
    return findByte(character.normalize('NFD').charAt(0)) ?? 0x5f
  })
  return { bytes, isExact }
}
