const extensions =
  /\.(?:mp4|m4v|mov|mxf|mkv|webm|avi|mts|m2ts|ts|mpe?g|wmv|asf|gxf|3gp|dv|wav|w64|aiff?|caf|mp3|flac|ogg|aac|m4a|wma|png|jpe?g|tiff?|webp|bmp|gif)$/i

/** Whether a clip is a document although its name says film, sound or picture: the file could not be read as one. */
export function isUnreadable({ type, name = '' }: { readonly type?: string; readonly name?: string }): boolean {
  return type === 'DOCUMENT' && extensions.test(name)
}
