import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { identifier } from '../../contract/schema.ts'

export const referenceContract = defineContract({
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'The interface as OpenAPI 3.1',
    result: Type.Object({ openapi: Type.String() }),
    example: { result: { openapi: '3.1.1' } },
  },
  home: {
    method: 'GET',
    path: '/docs',
    summary: 'The documentation: guides and the reference',
    mediaType: 'text/html; charset=utf-8',
    result: Type.String(),
    example: { result: '<!doctype html>' },
  },
  guide: {
    method: 'GET',
    path: '/docs/:name',
    summary: 'A guide as a web page',
    params: Type.Object({ name: identifier('Its name, as in docs/NAME.md') }),
    mediaType: 'text/html; charset=utf-8',
    result: Type.String(),
    errors: ['not_found'],
    example: { params: { name: 'workflows' }, result: '<!doctype html>' },
  },
  page: {
    method: 'GET',
    path: '/docs/api',
    summary: 'The reference as a web page',
    mediaType: 'text/html; charset=utf-8',
    result: Type.String(),
    example: { result: '<!doctype html>' },
  },
  search: {
    method: 'GET',
    path: '/docs/search.json',
    summary: 'Everything that the documentation says, to be searched in the page',
    result: Type.Object({
      entries: Type.Array(
        Type.Object({
          address: Type.String({ description: 'Where it is' }),
          title: Type.String({ description: 'Title of its page' }),
          heading: Type.String({ description: 'Its own heading; empty for the beginning of a page' }),
          text: Type.String({ description: 'What it says' }),
          also: Type.Optional(Type.String({ description: 'What else it may be called' })),
          weight: Type.Optional(
            Type.Number({ description: 'How much it counts beside others; 1 when left out' }),
          ),
        }),
        { description: 'Sections of guides, and operations' },
      ),
    }),
    example: {
      result: {
        entries: [
          {
            address: '/docs/workflows#states',
            title: 'Workflows',
            heading: 'States',
            text: 'A workflow is pending …',
          },
        ],
      },
    },
  },
  style: {
    method: 'GET',
    path: '/docs/reference.css',
    summary: "The reference page's style",
    mediaType: 'text/css; charset=utf-8',
    result: Type.String(),
    example: { result: '' },
  },
  part: {
    method: 'GET',
    path: '/docs/scripts/:name',
    summary: 'A script of these pages',
    params: Type.Object({ name: identifier('Its file name, e.g. search.js') }),
    mediaType: 'text/javascript; charset=utf-8',
    result: Type.String(),
    errors: ['not_found'],
    example: { params: { name: 'search.js' }, result: '' },
  },
  guidesStyle: {
    method: 'GET',
    path: '/docs/guides.css',
    summary: "The guides' style",
    mediaType: 'text/css; charset=utf-8',
    result: Type.String(),
    example: { result: '' },
  },
})
