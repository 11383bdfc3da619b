import { useEffect, useRef } from 'react'
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import './openapi-viewer.css'

/** Shows the shop's OpenAPI document. Nothing is sent from here: a call with a real key belongs to the caller's own program. */
export function OpenApiViewer() {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    SwaggerUI({
      domNode: frame.current,
      url: '/api/openapi.json',
      deepLinking: true,
      docExpansion: 'none',
      filter: true,
      defaultModelsExpandDepth: -1,
      supportedSubmitMethods: [],
      // The viewer would load its badge from another site.
      validatorUrl: null,
    })
  }, [])
  useDarkViewer()
  return <div ref={frame} className="openapi-viewer min-w-0" />
}

/** The viewer's own dark colours follow a class of the document, the shop's follow the system. */
function useDarkViewer() {
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
    follow()
    dark.addEventListener('change', follow)
    return () => {
      dark.removeEventListener('change', follow)
      document.documentElement.classList.remove('dark-mode')
    }
  }, [])
}
