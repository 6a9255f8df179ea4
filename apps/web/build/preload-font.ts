import type { Plugin } from 'vite'

/** The font that every page begins with. */
const wanted = /inter-latin-wght-normal-.*\.woff2$/

/** Has browsers ask for it along with the scripts, not only once the style sheet is read. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.keys(bundle).find(name => wanted.test(name))
        if (file === undefined) throw new Error('The font of the pages is not in the bundle')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
