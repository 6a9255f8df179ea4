import type { Locator } from 'playwright-core'
import decodeQr from 'qr/decode.js'

/** What a camera reads that points at this part of the page, as it stands on the screen. */
export async function readQr(picture: Locator): Promise<string> {
  const screenshot = (await picture.screenshot()).toString('base64')
  const image = await picture.page().evaluate(async base64 => {
    const seen = new Image()
    seen.src = `data:image/png;base64,${base64}`
    await seen.decode()
    const canvas = document.createElement('canvas')
    canvas.width = seen.width
    canvas.height = seen.height
    const context = canvas.getContext('2d')
    context?.drawImage(seen, 0, 0)
    const { data } = context?.getImageData(0, 0, seen.width, seen.height) ?? { data: [] }
    return { width: seen.width, height: seen.height, data: [...data] }
  }, screenshot)
  return decodeQr({ ...image, data: Uint8Array.from(image.data) }, { timeLimit: 5000 })
}
