import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { tellError } from '../design/floating/toasts.tsx'

/** A part of a page that is loaded when it is first shown: most visits do without it. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Lazy(props: Props) {
    const loaded = useSignal<{ readonly Part: ComponentType<Props> } | undefined>(undefined)
    useEffect(() => {
      load().then(Part => {
        loaded.value = { Part }
      }, tellError)
    }, [])
    if (!loaded.value) return null
    const { Part } = loaded.value
    return <Part {...props} />
  }
}
