import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { tellError } from '../design/floating/toasts.tsx'

/** A part of a page that is loaded when it is first shown: most visits do without it. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  // What is there already is shown at once.
  let known: { readonly Part: ComponentType<Props> } | undefined
  return function Lazy(props: Props) {
    const loaded = useSignal(known)
    useEffect(() => {
      if (loaded.value) return
      load().then(Part => {
        known = { Part }
        loaded.value = known
      }, tellError)
    }, [])
    if (!loaded.value) return null
    const { Part } = loaded.value
    return <Part {...props} />
  }
}
