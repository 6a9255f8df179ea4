import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Marks, toViewBox } from '../drawing/marks.tsx'
import type { Stroke } from '../drawing/strokes.ts'
import type { FramePictures } from './frame-pictures.ts'
import '../drawing/drawing.css'

interface FramePictureProps {
  pictures: FramePictures
  frame: number
  strokes: readonly Stroke[]
  label: string
}

/** The picture of a frame with what was marked on it; taken once it comes into sight. */
export function FramePicture({ pictures, frame, strokes, label }: FramePictureProps) {
  const place = useRef<HTMLCanvasElement>(null)
  const ratio = useSignal(16 / 9)
  useEffect(() => {
    const canvas = place.current
    if (!canvas) return undefined
    let isWanted = true
    const show = async () => {
      const picture = await pictures.take(frame)
      if (!isWanted) return
      canvas.width = picture.width
      canvas.height = picture.height
      canvas.getContext('2d')?.drawImage(picture, 0, 0)
      canvas.dataset.frame = String(frame)
      ratio.value = picture.width / picture.height
    }
    const observer = new IntersectionObserver(entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      // Without a picture there is still the comment.
      show().catch(() => {})
    })
    observer.observe(canvas)
    return () => {
      isWanted = false
      observer.disconnect()
    }
  }, [pictures, frame])
  return (
    <span class="frame-picture" style={{ '--ratio': ratio.value }} role="img" aria-label={label}>
      <canvas ref={place} />
      {strokes.length > 0 && (
        <svg class="drawing" viewBox={toViewBox(ratio.value)} preserveAspectRatio="none" aria-hidden="true">
          <Marks strokes={strokes} ratio={ratio.value} boldness={2.5} />
        </svg>
      )}
    </span>
  )
}
