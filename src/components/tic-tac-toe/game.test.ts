import { expect, test } from 'vitest'
import {
  chooseCell,
  EMPTY_BOARD,
  isFull,
  nextMark,
  played,
  winnerOf,
  winningLine,
  type Board,
} from './game.ts'

const board = (text: string): Board =>
  text.split('').map((cell) => (cell === 'x' || cell === 'o' ? cell : null))

test('x begins, then they take turns, and nobody plays on a taken cell or after the end', () => {
  const first = played(EMPTY_BOARD, 4)
  expect(first[4]).toBe('x')
  expect(nextMark(first)).toBe('o')
  expect(played(first, 4)).toBe(first)
  const won = board('xxxoo....')
  expect(played(won, 8)).toBe(won)
})

test('three in a line win', () => {
  expect(winnerOf(board('x.o.xo..x'))).toBe('x')
  expect(winningLine(board('x.o.xo..x'))).toEqual([0, 4, 8])
  expect(winnerOf(board('xoxxoxoxo'))).toBeUndefined()
  expect(isFull(board('xoxxoxoxo'))).toBe(true)
})

test('a perfect player loses to nobody, whatever is played and whoever begins', () => {
  const lost: Board[] = []
  const explore = (at: Board, computer: 'x' | 'o') => {
    const winner = winnerOf(at)
    if (winner && winner !== computer) lost.push(at)
    if (winner || isFull(at)) return
    if (nextMark(at) === computer)
      explore(
        played(
          at,
          chooseCell(at, 'perfect', () => 0),
        ),
        computer,
      )
    else at.forEach((cell, index) => cell === null && explore(played(at, index), computer))
  }
  explore(EMPTY_BOARD, 'o')
  explore(EMPTY_BOARD, 'x')
  expect(lost).toEqual([])
})

test('a medium player takes a win before it blocks, and blocks before chance', () => {
  expect(chooseCell(board('xx.oo....'), 'medium', () => 0)).toBe(2)
  expect(chooseCell(board('xx..o....'), 'medium', () => 0)).toBe(2)
  expect(chooseCell(board('x........'), 'easy', (limit) => limit - 1)).toBe(8)
})
