import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'

export const referenceContract = defineContract({
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'The interface as OpenAPI 3.1',
    result: Type.Object({ openapi: Type.String() }),
    example: { result: { openapi: '3.1.1' } },
  },
  page: {
    method: 'GET',
    path: '/docs',
    summary: 'The reference as a web page',
    mediaType: 'text/html; charset=utf-8',
    result: Type.String(),
    example: { result: '<!doctype html>' },
  },
  script: {
    method: 'GET',
    path: '/docs/reference.js',
    summary: "The reference page's script",
    mediaType: 'text/javascript; charset=utf-8',
    result: Type.String(),
    example: { result: '' },
  },
  style: {
    method: 'GET',
    path: '/docs/reference.css',
    summary: "The reference page's style",
    mediaType: 'text/css; charset=utf-8',
    result: Type.String(),
    example: { result: '' },
  },
})
