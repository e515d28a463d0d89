import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

// So near the end that the person plainly means to be there.
const NEAR_PX = 48

/** Keeps a scrolled list at its end until the person goes up; a selection or their own scrolling wins. */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): { following: boolean; jump(): void } {
  const [following, setFollowing] = useState(true)
  const wants = useRef(true)

  const jump = useCallback(() => {
    wants.current = true
    setFollowing(true)
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
  }, [scroller])

  useEffect(() => {
    const box = scroller.current
    const inner = content.current
    if (!box || !inner) return
    const put = (value: boolean) => {
      wants.current = value
      setFollowing(value)
    }
    let top = box.scrollTop
    const onScroll = () => {
      const left = box.scrollHeight - box.scrollTop - box.clientHeight
      // Going up by hand moves away from the end; content that grows does so too, but leaves the place as it was.
      if (left <= NEAR_PX) put(true)
      else if (box.scrollTop < top - 2) put(false)
      top = box.scrollTop
    }
    const onWheel = (event: WheelEvent) =>
      event.deltaY < 0 && box.scrollHeight > box.clientHeight && put(false)
    const onGrow = () => {
      const selection = document.getSelection()
      const selecting = selection && !selection.isCollapsed && inner.contains(selection.anchorNode)
      if (wants.current && !selecting) {
        box.scrollTop = box.scrollHeight
        top = box.scrollTop
      }
    }
    const sizes = new ResizeObserver(onGrow)
    sizes.observe(inner)
    sizes.observe(box)
    box.addEventListener('scroll', onScroll, { passive: true })
    box.addEventListener('wheel', onWheel, { passive: true })
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', onScroll)
      box.removeEventListener('wheel', onWheel)
    }
  }, [scroller, content])

  return { following, jump }
}
