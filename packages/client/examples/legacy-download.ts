/**
 * The same as old helpers do it, with nothing but `fetch`: from the address of a clip's annotation over the addresses in
 * `hrefs` to the address of the film.
 */
export async function findFilmUrl(moaUrl: string, token: string): Promise<string> {
  const open = async (url: string) => {
    const response = await fetch(`${url}?access_token=${token}`)
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    return response
  }
  const annotation = (await (await open(moaUrl)).json()) as { hrefs: { moi: string } }
  const files = (await (await open(annotation.hrefs.moi)).json()) as {
    mimeType?: string
    hrefs: { downloadLink: string }
  }[]
  const film = files.find(({ mimeType }) => mimeType?.startsWith('video'))
  if (!film) throw new Error('there is no film')
  return (await open(film.hrefs.downloadLink)).text()
}
