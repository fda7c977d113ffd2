import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** After a link: at the anchor it names, else at the top of a new page. Back and forward keep the browser's own place. */
export function useScrollToPlace() {
  const location = useLocation()
  const navigation = useNavigationType()
  const shownPage = useRef(location.pathname)
  useEffect(() => {
    const isNewPage = shownPage.current !== location.pathname
    shownPage.current = location.pathname
    if (location.hash !== '') scrollToPlace(location.hash)
    else if (isNewPage && navigation !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [location, navigation])
}

/** Scrolls to the anchor that an address ends with, if it has one and the page has it. */
export function scrollToPlace(hash: string): void {
  if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
}
