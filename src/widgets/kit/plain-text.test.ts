import { expect, test } from 'vitest'
import { decodeEntities, excerpt, plainText } from './plain-text.ts'

test.each([
  ['<p>One</p><p>two<br>three</p>', 'One two three'],
  ['a<b>b</b>c', 'abc'],
  ['x<script>alert("<p>")</script>y<style>p{}</style><!-- z -->', 'x y'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['&lt;b&gt; &amp; &eacute;&#8217;&#x1F600;', '<b> & é’😀'],
])('the text of %s', (html, text) => {
  expect(plainText(html)).toBe(text)
})

test('an entity that is none, or no character, does no harm', () => {
  expect(decodeEntities('&nosuch; &#0; &#xD800; &#99999999; &')).toBe('&nosuch;   &#99999999; &')
})

test('an excerpt ends with a word and never within a character', () => {
  expect(excerpt('one two three four', 12)).toBe('one two…')
  expect(excerpt('short', 12)).toBe('short')
  expect(excerpt('😀😀😀', 3).isWellFormed()).toBe(true)
})
