/** What the name of a file says of it. */

const extensions = {
  video: /\.(?:mp4|m4v|mov|mxf|mkv|webm|avi|mts|m2ts|ts|mpe?g|wmv|asf|gxf|3gp|dv)$/i,
  sound: /\.(?:wav|w64|aiff?|caf|mp3|flac|ogg|aac|m4a|wma)$/i,
  picture: /\.(?:png|jpe?g|tiff?|webp|bmp|gif)$/i,
} as const

type MediaName = keyof typeof extensions

/** What a file is named as; undefined where it is not named as media. */
export function findMediaName(fileName: string): MediaName | undefined {
  return (Object.keys(extensions) as MediaName[]).find(kind => extensions[kind].test(fileName))
}

/** The name of a clip without the extension of the file that it was made of. */
export function withoutMediaExtension(name: string): string {
  return findMediaName(name) === undefined ? name : name.replace(/\.[^.]*$/, '')
}
