// Made by test/core/selection/topics/unicode-table.ts from Unicode 17.0. Pinned: runtimes differ in theirs.

/** Letters and digits: how far from the end of the last range, how many; base 36. */
export const wordRanges: string =
  "1c a 7 q 6 q 1b 1 7 2 1 1 3 2 1 3 1 n 1 v 1 ck 1 5 4 1 1 1 3 6 e 5 7 1 1 1 3l 5 1 2 2 4 1 1 6 1 " +
  "1 3 1 1 1 k 1 2b 1 3v 8 4m 1 12 2 1 6 15 1z r 4 4 19 17 l a 4 2 1 2r 1 1 f 2 7 f 2 1 g 1 1 u t 2" +
  "h b 1 e 17 9 2 4 1 5 m 4 1 9 1 3 1 n p 7 b 5 o 1 7 g 16 1m 1i 3 1 i 1 7 a 4 a 1 g 4 8 2 2 2 m 1 " +
  "7 1 1 3 4 3 1 g 1 d 2 1 3 4 c 2 6 2 1 8 6 4 2 2 m 1 7 1 2 1 2 1 2 v 4 1 1 7 a 2 3 g 9 1 3 1 m 1 " +
  "7 1 2 1 5 3 1 i 1 f 2 4 a 9 1 b 8 2 2 2 m 1 7 1 2 1 5 3 1 u 2 1 3 4 a 1 7 b 1 1 6 3 3 1 4 3 2 1 " +
  "1 1 2 3 2 3 3 3 c m 1 l d i 8 1 3 1 n 1 g 3 1 q 3 1 2 2 2 4 a 8 7 1 1 4 8 1 3 1 n 1 a 1 5 3 1 u " +
  "3 1 2 4 a 1 2 h 9 1 3 1 15 2 1 g 1 5 3 1 a 4 j 1 6 5 i 3 o 1 9 1 1 2 7 v a 7k 1 v k c 8 1 10 r 5" +
  " 7n 12 1 1 5 1 2 17 1 99 1 4 2 7 1 1 1 4 2 15 1 4 2 x 1 4 2 7 1 1 1 4 2 f 1 1l 1 4 2 1v e k 3 g " +
  "g 2e 2 6 3 h8 2 h 1 q 5 23 3 b 7 i d j e i e d 1 3 4f a 6 2h 7 5 2 y 1 1 5 1y a v 13 14 2 5 b 18" +
  " 4 q 6 b 11 n 9 1h 17 a 6 a d 1 2l 1b h 8 3 a 15 u d 1k q 10 s a 3 1d 2 b 5 17 2 3 15 4 1 6 1 2 " +
  "3 1 5 5c 1s 7q 2 6 2 12 2 6 2 8 1 1 1 1 1 1 1 v 2 1h 1 7 1 1 3 3 1 7 3 4 2 6 4 d 5 3 1 7 37 2 2 " +
  "6 5 b 6 d 2t 1 4 1 2 a 1 1 3 5 6 1 1 1 1 1 1 4 1 b 2 4 5 5 4 1 1 1m k6 1o 26 m hi u vg 6d 6 4 3 " +
  "2 9 1 2 12 1 1 5 1 2 1k 7 1 g n 9 7 1 7 1 7 1 7 1 7 1 7 1 7 1 7 28 1 ld 2m 55 8 1 f 29 f mj4 1a " +
  "2 7h 3 s k 1b g v 2 28 13 9 2 2v 2 2a k h 1 3 1 4 1 n d 6 a 1g e 1e s a o 6 3 1 1 2 1 12 a n p t" +
  " 7 1b s b 12 15 n 3 1 8 4 a 12 1c 1 1 3 2 2 5 2 1 1 1 o 3 2 b 7 3 c 6 2 6 2 6 9 7 1 7 1 17 1 e 6" +
  " 37 d a 6 8mc c n 4 1d 6x0 7 c 5 5 1 1 a 1 d 1 5 1 1 1 2 1 2 1 30 x a3 i 1s 2 1i 14 c 38 5 1 3r " +
  "j a 7 q 6 q 1x v 3 6 2 6 2 6 2 3 z c 1 q 1 j 1 2 1 f 2 e y 3f c 19 c 1l h 2 6s t 3 1d g r 4 10 9" +
  " u 5 12 a u 2 10 4 8 1 5 16 4e 2 a 6 10 4 10 4 14 8 1g c b 1 f 1 7 1 2 1 b 1 f 1 7 1 2 3 1g c 8n" +
  " 9 m a 8 o 6 1 16 1 9 1x 6 2 1 1 18 1 2 3 1 2 n 2 v 2 12 8 9 1c j 1 2 5 x 4 q 6 q 12 1k 4 k 2 1b" +
  " f 4 1 3 1 t a 9 n v 1 w w 8 1 s 6 5 g 1i a m 2 r 5 q n 7 28 21 1j 1f d 1f 7 16 c a 6 12 9 n 62 " +
  "v 1 16 6 2 g 6 1k 14 8 m b 4 r i 1a s k n c 1h q u 1 2 2 1 d 19 w p 7 a 9 10 f a 4 1 2 1 8 z 3 1" +
  " c 1c e 4 b b 1 1 4 k b i 1 p j 2 1r 7 1 1 1 4 1 f 1 a 7 1b h a b 8 2 2 2 m 1 7 1 2 1 5 3 1 i 1 " +
  "c 5 u a 1 1 2 1 1 12 1 1 p 1 1 1 18 1h i 4 5 a 5 3 u 1c k 2 1 1 8 a 4m 1b 15 4 10 1c k 1 b a 12 " +
  "17 d 1 7 a 1i r l c 4 7 55 18 38 2b c 8 2 1 2 8 1 2 1 o f 1 1 1 e a 1y 8 2 13 g 1 1 1 s 1 a 14 7" +
  " 1 l 1 b 1a j 1 i 21 5j x f a 6 9 1 11 h 1 f t 5 u 34 7 1 2 1 12 l 1 9 a 6 6 1 2 1 w e 1 7 a 6 1" +
  "8 4 a 6u j f 1 1 d 1 y s a 2e 1 f l 17 pm 2u 33 h 5g 218 2p f ts h 6 p 32z 5 g7 5a1 u i a 1c6 ft" +
  " 7 v 1 a 6 27 1 a 6 u i 1c g 4 c a 1 7 1 l 5 j c0 19 3 a 5i 2f 9 p 2 p 18 23 5 1 1u d 1s 2 u 5p2" +
  " 15 w 2p 37 70d b0 1s4 2z 5 d 3 9 7 a 386 a 152 k c k 3i 7 3r 2d 1 1z 1 2 2 1 2 2 2 4 1 c 1 1 1 " +
  "7 1 1t 1 4 2 8 1 7 1 s 1 4 1 5 1 1 3 7 1 9g 2 p 1 p 1 v 1 p 1 v 1 p 1 v 1 p 1 v 1 p 1 8 2 1e 1ds" +
  " v 6 6 79 1q 42 19 a 7 2 a 4 1 8x u i 18 4 a d2 s 4 a 5y u 2 b 5h v 1 3 1 2 1 7 2 5 9 2 68 7 1 4" +
  " 1 2 1 f 1 5h 2 9 1c 1w 7 1 4 a lz 1n 1 3 1 4 24 19 1 f 5e 4 1 r 1 2 1 1 2 1 1 a 1 4 1 1 1 1 6 1" +
  " 4 1 1 1 1 1 1 3 1 2 1 1 2 1 1 1 1 1 1 1 1 1 1 2 1 1 2 4 1 7 1 4 1 4 1 1 1 a 1 h 5 3 1 5 1 h g4 " +
  "d 25f a";

/** Letters of scripts that put no spaces between words, likewise. */
export const unspacedRanges: string =
  "jg 1 a 1 1 3 27p 1c 1 2 c 7 9 a 13 2 1 1 1 5 1 o 1 1 1 a 1 2 9 1 2 5 1 1 9 a 2 4 80 17 k b 6 6 4" +
  " 4 3 1 3 2 7 3 4 d c 1 1 a 1d2 1g z 1 4 1 3 a 6 a 4qz 3 p 9 7 5 2 5 4 2e 6 3 1 2i 1 4 5 17 2q 4 " +
  "a w 1c g w a 2e a ae 534 1s h3h 11v 5 1 p 2p n 3 1 3 2 fi8 a6 2 2y wc 1m 4kw k hkv 1 e 5 cmx 4 1" +
  " 7 1 2 1 83 f 1 t 3 2 1 e 4 6pk i 8su wyo w 3dq 2 4ge 2 5rl f ha 1wi f2 15u 3t7 5 6ju";

/** Marks, likewise. */
export const markRanges: string =
  "lc 34 7n 7 7b 19 1 1 1 2 1 2 1 1 20 b 1c l g 1 2t 7 2 6 2 2 1 4 z 1 u r 2j b 1m 9 9 1 o 4 1 9 1 " +
  "3 1 5 17 3 1n 9 16 o 1 x 1i 3 1 i 1 7 a 2 t 3 1k 1 1 7 2 2 2 3 9 1 a 2 q 1 2 3 1k 1 1 5 4 2 2 3 " +
  "3 1 u 2 3 1 b 3 1k 1 1 8 1 3 1 3 k 2 m 6 1 3 1k 1 1 7 2 2 2 3 7 3 a 2 u 1 1n 5 3 3 1 4 9 1 14 5 " +
  "1j 1 1 7 1 3 1 4 7 2 b 2 t 3 1k 1 1 7 1 3 1 4 7 2 b 2 f 1 c 4 1j 2 1 7 1 3 1 4 9 1 a 2 t 3 1y 1 " +
  "4 6 1 1 1 8 i 2 1p 1 2 7 c 8 2q 1 2 9 b 7 21 2 r 1 1 1 1 1 4 2 1d k 1 2 5 b 1 10 9 1 2s k n 4 4 " +
  "3 1 3 2 7 3 4 d c 1 1 a 4 jj 3 qa 4 s 3 t 2 u 2 1s w 9 1 19 3 1 1 39 2 y 1 3a c 4 c 63 5 1l a 1 " +
  "t 2 1 1c 1a 2 c k 5 1b h 12 9 c 3 u d 1k e 1c k 48 3 1 l 4 1 6 1 2 3 5i 1s k0 x 2da 3 3x 1 2o w " +
  "fe 6 2x 2 n9w 4 1 a w 2 28 2 7k 1 3 1 4 1 n 5 4 1 2b 2 1e i q i d 1 12 8 p d 18 4 1b e 10 1 1v e" +
  " c 1 8 2 19 3 1e 1 1 3 2 2 5 2 1 1 15 5 5 2 6k 8 1 2 fn4 1 kh g g g r1 1 6a 1 45 5 1ae 3 1 2 5 4" +
  " 14 3 4 1 4l 2 fx 4 1t 5 8t 2 25 6 1y b 1d 4 3e 3 1h f 15 1 2 2 a 4 19 b 7 1 1p 3 10 e g 2 18 1 " +
  "c 3 1c e 8 4 1 2 2k c 6 1 2 1 4d c l 4 1j 2 1 7 2 2 2 3 9 1 a 2 2 7 3 5 1v 9 1 1 2 1 1 4 1 5 1 1" +
  " e 2 2a i n 1 29 k 6j 7 2 9 r 2 2a h 2y d 2t f 74 f 6t 6 1 2 2 4 1 1 1 2 3x 7 2 7 3 1 s a 14 7 1" +
  " 4 8 1 9 b 1a g 5i 8 5j 8 1 8 2a m 1 e 3e 6 3 1 1 2 1 7 1 1 1u 5 1 2 1 5 9n 4 9 2 1 1 1c 7 3 5 n" +
  " 1 44l 1 6 f 8ug i 1xc 5 1n 7 t4 1 1 1j 7 4 29 1 b 2 f57 2 3mp 1a 2 n f2 5 3 6 8 8 2 7 u 4 44 3 " +
  "1iz 1j 4 1e 8 1 e 1 m 5 1 f 11s 7 1 h 2 7 1 2 1 5 2s 1 4g 7 af 1 1p 4 e4 4 72 2 6r 1 2 1 7 2 5 1" +
  " d6 7 31 7 gzhx 6o";

/** Distance from the last run, length, step, how much higher the folded character is. */
export const movedRuns: string =
  "1t q 1 w,35 2 1 -3k,j 3 2 -2s,c 2 1 -2r,k 3 2 -3o,c 2 1 -3n,j 2 2 -4j,1 2 2 -4k,8 2 1 -4q,4 2 1 " +
  "-4t,9 2 2 -51,1 2 2 -52,8 2 1 -58,4 2 1 -5b,e 2 1 -5n,c 2 2 -5x,1 2 2 -5y,n 2 1 -6f,8 2 1 -6m,6 " +
  "2 1 -6r,b 3 2 -71,1 3 2 -72,5 2 1 -73,a 2 2 1,7 2 1 5p,p 2 2 1,f 2 1 61,2 2 2 1,2u 2 1 -bq,9 2 2" +
  " 1,10 5 2 1,2y 2 2 -g8,5c 2 2 1,x h 1 w,i 7 1 w,1d 2 1 -f,4 c 2 1,11 3 1 -3m,5 5 2 28,7 2 2 28,7" +
  " g 2 w,1 4 2 w,a b 2 w,1x b 2 1,o 5 2 1,i r 2 1,1l 6 2 1,q 2 1 -4n,t r 2 1,1j 12 1 1c,6r 2 2 10," +
  "1o a 1 -180,40 a 1 -1c0,5s a 1 -1hs,bq a 1 -1ti,3k a 1 -1x2,3k a 1 -20m,3k a 1 -246,3k a 1 -27q," +
  "3k a 1 -2ba,3k a 1 -2eu,3k a 1 -2ie,3k a 1 -2ly,3k a 1 -2pi,2y a 1 -2sg,3k a 1 -2w0,28 a 1 -2y8," +
  "80 a 1 -368,28 a 1 -38g,g 12 1 5ls,lc 28 1 tzk,28 6 1 8,s0 a 1 -4og,1c a 1 -4ps,8m a 1 -4ye,3u a" +
  " 1 -528,4w a 1 -574,g a 1 -57k,5c a 1 -5cw,2o a 1 -5fk,40 a 1 -5jk,g a 1 -5k0,1s 17 1 -2bk,19 3 " +
  "1 -2bk,35 2 2 -5os,3 5 2 -5os,3 4 2 -5os,c 2 1 -5os,4 2 1 -5bo,4 2 1 -5pg,3 2 1 -5bk,5 2 2 -5pf," +
  "4 2 1 -1q,3 2 1 -5pf,6 3 1 -52j,3 2 1 -522,4 2 1 -5pr,2 2 1 -52s,3 2 1 -52b,1h 2 2 -5ru,6 3 1 -5" +
  "do,a 4 1 -5do,5 2 1 -5dd,3 2 1 -5d9,3 2 1 -5da,3 3 1 -5d8,1x 2 1 -5uo,6 2 1 -5ut,2 2 1 -5uu,a 2 " +
  "1 -5v3,a 2 1 -5vc,2 2 1 -5vd,2 2 1 -5ve,a 2 1 -5vn,3 2 2 -5vp,1 2 2 -5vq,6 2 1 -5vu,8 2 1 -5w1,6" +
  " 2 1 -5w6,8 2 1 -5wd,8 2 1 -5wk,3 2 2 -5wm,1 2 2 -5wn,8 2 1 -5wt,a 2 1 -5x2,8 2 1 -5x9,a 2 1 -5x" +
  "i,4 2 1 -5xl,a 2 1 -5xu,4 2 1 -5xx,2 2 1 -5xy,2z 3 2 1,1g 2 2 -5fb,1 2 2 -5fc,1v 3 2 -5h9,1 3 2 " +
  "-5ha,2d 2 2 -5jn,1 2 2 -5jo,4r 6 1 -6dc,9 2 1 -6dx,3 a 1 -6ds,d 2 1 -6ed,9 4 1 -6cr,5 2 1 -6co,3" +
  "3 2 1 -6g3,5 2 1 -6g7,4 2 2 -6g7,6 3 1 -6g9,i 3 1 -6h6,5 2 1 -6h7,5 4 1 -5et,h 2 1 -6hu,2 2 1 -6" +
  "hr,11 2 1 -6iy,g 2 1 -6je,28 2 2 3,2f 2 2 -1,24 2 1 -c,4 2 1 -2,4 2 1 -2,8 2 1 -6,4 2 1 -2,4 2 1" +
  " -2,11 2 1 -5,1f 2 1 -2s,2 2 1 -29,8 4 1 -1k,1r 2 1 2jj,8n 9 1 -75b,2e q 1 -76d,q q 1 -773,1f4 1" +
  "c 1 1c,2v 3 2 1,n 2 1 -8cf,2 1e 2 1,2z 2 2 1,ni 2 1 6x7,6w 2 1 -6cx,2 2 2 -689,4 3 1 -6d0,3 6 1 " +
  "-68a,7 3 1 -6d7,4 a 1 -6d8,a l 1 -6b2,m 2 1 -6dt,2 2 1 -68w,a 2 1 -6dw,3 2 1 -6du,4 5 1 -6dp,a 2" +
  " 1 -68h,2 3 1 -6ct,3 2 1 -6bn,3 2 1 -6bd,5z 2 1 -6lb,2 3 1 -6la,4 2 1 -6l8,2 5 1 -6l7,2z 2 1 -fe" +
  ",g 6 1 -ey,a 5 1 -eo,7 6 1 -el,6 4 1 -ek,mqt a 1 -ws0,w n 2 1,1s e 2 1,4i 7 2 1,g v 2 1,1z 2 2 1" +
  ",5 5 2 1,i 2 2 1,6 a 2 1,u 8 2 1,j 2 2 1,5 8 2 1,78 a 1 -xb4,1c a 1 -xcg,5s a 1 -xi8,w a 1 -xj4," +
  "2o a 1 -xls,bk a 1 -xxc,fhe 2 1 -pfp,5s 2 1 -1cgf,2 3 1 -1cg9,c 9 2 -1cgw,1 3 2 -1cgw,8 2 2 -1cg" +
  "w,8 2 2 -1cgw,3 4 2 -1cgw,3 2 2 -1cgw,h 2 2 -1cd6,1 2 2 -1cd7,j 2 2 -1cco,1 2 2 -1ccp,g 2 1 -1cd" +
  "z,7 2 2 -1ce0,1 2 2 -1ce1,q 2 1 -1cdh,1m 2 2 -1cer,1 2 2 -1ces,3l 2 1 -1cmj,c6 2 1 -14pc,2 2 1 -" +
  "1e55,4 2 1 -14ox,u 2 1 -1e6l,4 2 1 -14px,2 2 1 -14q3,2 2 1 -14qb,2 2 1 -14qf,2 4 1 -14qd,f 2 2 -" +
  "1e78,9 2 1 -1e7l,4 2 1 -14qx,4 2 1 -1e7r,8 2 1 -1e85,11 2 1 -1d2f,a 2 1 -1d2m,4 2 1 -1d2p,4 2 1 " +
  "-1d2s,4 2 1 -1d2v,4 2 1 -1d2y,2 2 1 -1d2z,2 2 1 -1d30,2 2 1 -1d31,2 2 1 -1d32,4 2 1 -1d35,4 2 1 " +
  "-1d38,4 2 1 -1d3b,4 2 1 -1d3e,4 2 1 -1d3h,4 2 1 -1d3k,4 2 1 -1d3n,8 2 1 -1d3n,4 2 1 -1d3q,4 2 1 " +
  "-1d3t,4 2 1 -1d3w,4 2 1 -1d3z,4 2 1 -1d42,4 2 1 -1d45,2 2 2 -1d46,j w 1 -1ecg,w q 1 -1ebk,q 10 1" +
  " -1ecg,10 2 1 -168q,3 2 1 -14ye,j 2 1 -14uj,g 6 1 -14u3,a 5 1 -14tt,7 6 1 -14tq,8 2 1 -14w5,3 2 " +
  "1 -1b4x,2 2 2 -1b09,4 3 1 -1b50,3 6 1 -1b0a,7 3 1 -1b57,4 a 1 -1b58,d 6 1 -1b35,8 6 1 -1b37,8 6 " +
  "1 -1b39,8 3 1 -1b3b,6 2 1 -1ef2,9 4 1 -17x5,t3 14 1 14,4g a 1 -1fg0,g 10 1 14,5c j 2 13,1 5 2 13" +
  ",c 7 2 13,g 3 2 13,dw 2 1 -1fht,6 2 2 -1fj8,4 2 1 -1flh,e 2 1 -1fjj,a 2 1 -1fl9,5 2 1 -1fl7,b 2 " +
  "1 -1fki,3 3 1 -1fqu,y2 1f 1 1s,4w a 1 -1h4w,g a 1 -1h5c,g m 1 w,ly a 1 -1hrq,3u a 1 -1hvk,1y a 1" +
  " -1hxi,4a a 1 -1i1s,80 a 1 -1i9s,9s a 1 -1ijk,3k a 1 -1in4,ao a 1 -1ixs,34 a 1 -1j0w,g a 1 -1j1c" +
  ",2o a 1 -1j40,a8 w 1 w,1s a 1 -1jg0,34 a 1 -1jj4,io a 1 -1k1s,2o a 1 -1k4g,74 a 1 -1kbk,28 a 1 -" +
  "1kds,1s a 1 -1kfk,a8 a 1 -1kps,d0g a 1 -1xq8,1tc a 1 -1zjk,2o a 1 -1zm8,40 a 1 -1zq8,f4 a 1 -205" +
  "c,5s w 1 w,2o p 1 r,ily q 1 -2iyd,q a 1 -2j0g,1e8 q 1 -2kdb,q q 1 -2ke1,q q 1 -2ker,q d 2 -2kfh," +
  "1 3 2 -2kfh,8 9 2 -2kfh,h q 1 -2kg7,q q 1 -2kgx,q 2 2 -2khn,9 2 1 -2khn,4 4 1 -2khn,5 8 1 -2khn," +
  "8 4 1 -2kid,5 b 2 -2kid,3 3 2 -2kid,8 5 2 -2kid,a q 1 -2kj3,q q 1 -2kjt,q 2 1 -2kkj,3 4 1 -2kkj," +
  "6 8 1 -2kkj,9 7 1 -2kkj,8 q 1 -2kl9,q 2 1 -2klz,3 4 1 -2klz,5 5 1 -2klz,a 7 1 -2klz,8 q 1 -2kmp," +
  "q q 1 -2knf,q q 1 -2ko5,q q 1 -2kov,q q 1 -2kpl,q q 1 -2kqb,q q 1 -2kr1,q q 1 -2krr,q q 1 -2ksh," +
  "q q 1 -2kt7,q q 1 -2ktx,q q 1 -2kun,q q 1 -2kvd,u h 1 -2k8n,i 7 1 -2k8n,8 h 1 -2k9d,i 7 1 -2k9d," +
  "e h 1 -2ka9,i 7 1 -2ka9,8 h 1 -2kaz,i 7 1 -2kaz,e h 1 -2kbv,i 7 1 -2kbv,8 h 1 -2kcl,i 7 1 -2kcl," +
  "e h 1 -2kdh,i 7 1 -2kdh,8 h 1 -2ke7,i 7 1 -2ke7,e h 1 -2kf3,i 7 1 -2kf3,8 h 1 -2kft,i 7 1 -2kft," +
  "i a 1 -2l5q,a a 1 -2l60,a a 1 -2l6a,a a 1 -2l6k,a a 1 -2l6u,1mi 9 1 -2m0w,9 3 1 -2m0v,3 b 1 -2m0" +
  "u,c 2 1 -2m0r,9 9 1 -2m1t,9 2 1 -2m1s,2 2 1 -2m1q,3 6 1 -2m1o,6 2 1 -2m1n,63 a 1 -2n0w,c0 a 1 -2" +
  "ncw,e8 a 1 -2nr4,75 a 1 -2ny9,lr y 1 y,28 a 1 -2om8,xc 2 1 -2od5,a 4 1 -2ocn,b 2 1 -2odn,l 4 1 -" +
  "2odj,b 2 1 -2oej,m 2 2 -2oef,v 2 2 -2ofb,b 2 1 -2ogb,b 2 1 -2ogp,4 2 1 -2ofx,7 3 1 -2og7,a 2 1 -" +
  "2oh7,m 3 1 -2oh3,a 2 1 -2oi3,hn q 1 -2q4v,24g a 1 -2sao";

/** Distance from the last character, and what it becomes. */
export const spelledFolds: string =
  "4g w,8 w,2 2p,3 ,2 w,5 w,1 qk,3 w,1 1d,1 33,2 1d+6dg+1g,1 1d+6dg+1e,1 1f+6dg+1g,2 2p,1 2p,1 2p,1" +
  " 2p,1 2p,2 2p+2t,2 2t,2 2t,1 2t,1 2x,1 2x,1 2x,1 2x,1 2s,3 33,1 33,1 33,1 33,2 33,1 39,1 39,1 39" +
  ",1 39,1 3d,1 38+2w,1 37+37,1 2p,1 2p,1 2p,1 2p,1 2p,2 2p+2t,2 2t,2 2t,1 2t,1 2x,1 2x,1 2x,1 2x,1" +
  " 2s,3 33,1 33,1 33,1 33,2 33,1 39,1 39,1 39,1 39,1 3d,1 38+2w,1 3d,1 2p,1 2p,1 2p,1 2p,5 2r,1 2r" +
  ",1 2r,1 2r,1 2r,3 2s,1 2s,3 2t,1 2t,1 2t,1 2t,1 2t,1 2t,1 2t,5 2v,1 2v,1 2v,1 2v,1 2v,3 2w,1 2w," +
  "3 2x,1 2x,1 2x,1 2x,1 2x,1 2x,1 2x,1 2x,1 2x,1 2x+2y,1 2x+2y,1 2y,3 2z,2 30,1 30,1 30,1 30,1 30," +
  "1 30,1 30+53,1 30+53,5 32,1 32,1 32,1 32,1 jg+32,1 97,2 33,1 33,1 33,1 33,1 33,1 33,1 33+2t,1 33" +
  "+2t,1 36,1 36,1 36,1 36,1 36,3 37,1 37,1 37,1 37,1 37,1 37,3 38,1 38,1 38,1 38,3 39,1 39,1 39,1 " +
  "39,1 39,1 39,1 39,1 39,1 39,9 3e,1 3e,1 3e,1 3e,1 3e,1 37,2 gj,5 gk,1 aw,4 b0,3 d9,1 gp,1 gr,1 b" +
  "6,2 gw,1 gz,2 h5,1 h4,1 bd,4 hb,1 he,2 hh,1 33,1 33,5 hs,1 bs,2 hv,3 bx,2 i0,1 39,1 39,7 ia,1 c9" +
  ",4 cd,8 2s+3e,1 2s+3e,1 2s+3e,1 30+2y,1 30+2y,1 30+2y,1 32+2y,1 32+2y,1 32+2y,1 2p,1 2p,1 2x,1 2" +
  "x,1 33,1 33,1 39,1 39,1 39,1 39,1 39,1 39,1 39,1 39,1 39,1 39,2 2p,1 2p,1 2p,1 2p,1 2p+2t,1 2p+2" +
  "t,1 dh,2 2v,1 2v,1 2z,1 2z,1 33,1 33,1 33,1 33,1 ia,1 ia,1 2y,1 2s+3e,1 2s+3e,1 2s+3e,1 2v,1 2v," +
  "1 b9,1 cf,1 32,1 32,1 2p,1 2p,1 2p+2t,1 2p+2t,1 33,1 33,1 2p,1 2p,1 2p,1 2p,1 2t,1 2t,1 2t,1 2t," +
  "1 2x,1 2x,1 2x,1 2x,1 33,1 33,1 33,1 33,1 36,1 36,1 36,1 36,1 39,1 39,1 39,1 39,1 37,3 38,1 f1,2" +
  " 2w,1 2w,1 bi,6 2p,1 2p,1 2t,1 2t,1 33,1 33,1 33,1 33,1 33,1 33,1 33,1 33,1 3d,1 3d,7 8rp,1 fw,2" +
  " be,1 8rq,3 g2,2 ao,1 i1,1 i4,30 h2,2 36,1 hl,1 hn,1 ht,1 3b,1 3d,w w,1 w,1 w,1 w,1 w,1 w,3 gz,1" +
  " 30,1 37,1 3c,1 id,s ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 " +
  ",1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 " +
  ",1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 " +
  ",1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,5 jd,2 on,4 w,4 1n,1 s3,5 w,1" +
  " w,1 q9,1 53,1 qd,1 qf,1 qh,2 qn,2 qt,1 qx,1 qh,q qh,1 qt,1 q9,1 qd,1 qf,1 qh,1 qt,i qr,8 qh,1 q" +
  "t,1 qn,1 qt,1 qx,1 rb,1 qa,1 qg,1 qt,1 qt,3 qo,q qi,1 qp,1 qr,2 qg,1 qd,2 s8,2 qr,1 sb,6 tx,1 tx" +
  ",2 tv,2 ut,2 uu,5 u2,1 u0,1 ub,1 v3,a u0,w u0,n tx,1 tx,2 tv,4 uu,5 u2,1 u0,1 ub,o vp,1 vp,c ,1 " +
  ",1 ,1 ,1 ,1l y7,1 ty,1 ty,e ts,1 ts,1 ts,1 ts,1 yd,2 tx,1 tx,1 yh,2 yh,1 yh,1 ty,3 tz,1 yp,2 u0," +
  "1 u0,1 u0,1 u0,1 u6,1 u6,1 yx,2 yx,1 yx,1 ul,1 ul,1 ub,1 ub,1 ub,1 ub,1 ub,1 ub,1 uf,1 uf,1 zb,2" +
  " uj,1 uj,3y 12d+136,a ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1" +
  " ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,2 ,2 ,1 ,2 ,1 ,2 ,21 ,1 ,1 ,1 ,1 ,1 ," +
  "1 ,1 ,1 ,1 ,1 ,8 17r,1 17r,2 17r,4 18n,n ,9 18q,2 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ," +
  "1 ,1 ,1 ,1 ,1 ,h ,5 17r+19w,1 18o+19w,1 1c7+19w,1 18q+19w,1d 18j,n 1cl,2 1c1,a 18q,7 1ci,3 ,1 ,1" +
  " ,1 ,1 ,1 ,1 ,3 ,1 ,1 ,1 ,1 ,1 ,3 ,1 ,2 ,1 ,1 ,1 ,10 ,v ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ," +
  "1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,99 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,17 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1" +
  " ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,2 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1" +
  " ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,2h 1sl+1to,1 1sm+1to,1 1sn+1to,1 1ss+1to,1 1sx+1to,1 1sy+1to," +
  "1 1t7+1to,1 1tb+1to,3h 1wh+1x8,1 1wi+1x8,2 1wv+1x8,2c 20i+20s,3 20o+20s,z 1zq+20s,1 1zr+20s,1 1z" +
  "w+20s,3 20b+20s,72 275+27w,1 276+27w,k6 2tp+2sy,3k 2x9+2wi,15 2wb+2vt,1 2wb+2w1,1b 2yz,1j 30i+33" +
  "r,a 30s+33r,5 30x+33r,5 312+33r,5 317+33r,d 30g+33p,a 31t+31u,2 31t+31w,1 33m+328,1 33m+31t+328," +
  "1 33n+328,1 33n+31t+328,8 31t+328,i 32q+33r,a 330+33r,5 335+33r,5 33a+33r,5 33f+33r,d 32o+33p,7i" +
  " 8x3,6 8x9,1b 3bw,1x0 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,2 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1" +
  " ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,3 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,b" +
  "i 5my,4j 2p,1 2p+2t,5 d9,a 33,1 f7,1 34,1 36,3 3b,1 2p,3 5qa,1 2q,3 gp,3 2v,2 2z,2 97,2 gk,3 34," +
  "3 5r1,1 hb,1 3a,1 5r9,6 2x,1 36,5 qp,g u5,z gi,1 2r,1 gl,2 gs,2 gv,1 gx,1 h1,4 5tn,1 il,1 h9,1 5" +
  "tx,1 in,1 hd,1 hc,5 hk,3 bv,3 5r0,3 3e,4 qg,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1" +
  " ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1" +
  " ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 2p,3 2q,1 2q,1 2q,1 2q,5 2s,1 2s,1 2s,1 2s,1 2s,1 " +
  "2s,1 2s,1 2s,3 2t,1 2t,1 2t,1 2t,1 2t,1 2t,1 2t,1 2t,7 2w,1 2w,1 2w,1 2w,1 2w,1 2w,1 2w,1 2w,3 2" +
  "x,5 2z,1 2z,1 2z,3 30,1 30,1 30,1 30,1 30,1 30,3 31,1 31,1 31,1 31,3 32,1 32,1 32,1 32,1 32,1 32" +
  ",3 33,1 33,1 33,1 33,1 33,1 33,3 34,5 36,1 36,1 36,1 36,1 36,3 37,1 37,1 37,1 37,1 37,1 37,1 37," +
  "1 37,3 38,1 38,1 38,1 38,1 38,1 38,3 39,1 39,1 39,1 39,1 39,1 39,1 39,1 39,3 3a,1 3a,3 3b,1 3b,1" +
  " 3b,1 3b,1 3b,1 3b,1 3b,1 3b,3 3c,1 3c,5 3e,1 3e,1 3e,1 3e,1 3e,1 2w,1 38,1 3b,1 3d,1 2p+ji,1 37" +
  ",3 37+37,2 2p,1 2p,1 2p,1 2p,1 2p,1 2p,1 2p,1 2p,1 2p,1 2p,1 2p,1 2p,1 2p,1 2p,1 2p,1 2p,1 2p,1 " +
  "2p,1 2p,1 2p,1 2p,1 2p,1 2p,1 2p,1 2t,1 2t,1 2t,1 2t,1 2t,1 2t,1 2t,1 2t,1 2t,1 2t,1 2t,1 2t,1 2" +
  "t,1 2t,1 2t,1 2t,1 2x,1 2x,1 2x,1 2x,1 33,1 33,1 33,1 33,1 33,1 33,1 33,1 33,1 33,1 33,1 33,1 33" +
  ",1 33,1 33,1 33,1 33,1 33,1 33,1 33,1 33,1 33,1 33,1 33,1 33,1 39,1 39,1 39,1 39,1 39,1 39,1 39," +
  "1 39,1 39,1 39,1 39,1 39,1 39,1 39,1 3d,1 3d,1 3d,1 3d,1 3d,1 3d,1 3d,1 3d,7 q9,1 q9,1 q9,1 q9,1" +
  " q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 qd,1 qd,1 qd,1 qd,1 qd,1 qd,3 qd,1 " +
  "qd,1 qd,1 qd,1 qd,1 qd,3 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,5 q" +
  "h,1 qh,1 qh,1 qh,1 qh,1 qh,1 qh,1 qh,1 qh,1 qh,1 qh,1 qh,1 qh,1 qh,1 qn,1 qn,1 qn,1 qn,1 qn,1 qn" +
  ",3 qn,1 qn,1 qn,1 qn,1 qn,1 qn,3 qt,1 qt,1 qt,1 qt,1 qt,1 qt,1 qt,1 qt,2 qt,2 qt,2 qt,2 qt,1 qx," +
  "1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 q9,1 q9,7 qn,1 qn,1" +
  " qt,1 qt,1 qx,1 qx,3 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 " +
  "q9,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qf,1 qx,1 qx,1 q" +
  "x,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 qx,1 q9,1 q9,1 q9,1 q9,1 q9,2 q9" +
  ",1 q9,1 q9,1 q9,1 q9,1 q9,1 q9,1 w,1 qh,1 w,1 w,1 w,1 qf,1 qf,1 qf,2 qf,1 qf,5 qf,1 w,1 w,1 w,1 " +
  "qh,1 qh,1 qh,1 qh,3 qh,1 qh,1 qh,1 qh,1 qh,1 qh,2 w,1 w,1 w,1 qt,1 qt,1 qt,1 qt,1 qp,1 qp,1 qt,1" +
  " qt,1 qt,1 qt,1 qt,1 qt,1 qp,1 w,1 w,1 2o,3 qx,1 qx,1 qx,2 qx,1 qx,1 qn,1 qn,1 qx,1 qx,1 qx,1 w," +
  "1 w,2 w,1 w,1 w,1 w,1 w,1 w,1 w,1 w,1 w,1 w,1 w,2 ,1 ,4 6c0,6 w,d 1a,b w,f w,x w,1 ,g 1c,1 2x,9 " +
  "17,1 6qa,1 1p,3 32,b 17,1 6qa,1 1p,4 2p,1 2t,1 33,1 3c,1 gp,1 2w,5 34,1i ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1" +
  " ,1 ,1 ,1 ,1 ,5 ,4 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,i 2r,5 gr,5 2w,1 2w,1 2w,3 2x,1 30,a 36,1 3" +
  "6,7 3e,2 qx,2 3e,2 2z,5 2t,3 6ku,1 31,1 33,5 2x,3 qo,1 qb,1 qb,1 qo,1 6q9,5 2s,r 2x,4 3a,5 3c,3 " +
  "30,3 31,1 2x,4 3a,5 3c,3 30,3 31,4 6mc,n 6mo,1 6mq,j 6ms,w 6ok,1i 6pv,5 6q0,3 6q3,1h 6rg,3 6rn,3" +
  " 6rp,2 6rs,n 1p,2 6sh,b 6rx,1 1o,1 1q,1p 6ua,3 6uj,fv 1c,16a 8gt,as 8rl,2 h7,1 5tp,1 hp,9 gh,1 h" +
  "d,1 gg,1 gi,2 8s3,3 8s6,7 2y,1 3a,39 8vn,3h 8yp,8g lal,2c vj3,d feo,1 ffs,1 fg6,1 fgf,1 fh5,1 fi" +
  "d,1 fik,1 fj4,1 fju,1 g1r,1 g2t,1 g2z,1 g3m,1 g46,1 g4r,1 g68,1 g6t,1 g74,1 gbf,1 ge1,1 get,1 ge" +
  "y,1 gfs,1 gg1,1 ggs,1 gh5,1 ghu,1 gja,1 gjs,1 gkj,1 h5j,1 h7j,1 hkb,1 hky,1 hl6,1 hlh,1 hlz,1 ho" +
  "3,1 i1c,1 i2o,1 i60,1 i6n,1 i76,1 i7s,1 i9a,1 i9d,1 ijf,1 ijp,1 ik1,1 ike,1 inm,1 inu,1 inz,1 ir" +
  "8,1 iri,1 irv,1 is3,1 its,1 iu9,1 iur,1 iwz,1 jd4,1 jee,1 jez,1 jzj,1 jzo,1 k1z,1 k2f,1 k2s,1 k3" +
  "d,1 k4g,1 k4l,1 kc0,1 kco,1 kdk,1 l5s,1 l7m,1 l89,1 l9v,1 laj,1 las,1 laz,1 lcf,1 lck,1 ldg,1 m7" +
  "f,1 mju,1 mk6,1 mkb,1 mkf,1 mkn,1 ml5,1 ml7,1 mng,1 mtg,1 mtl,1 n30,1 n3a,1 n4o,1 n4v,1 n54,1 n5" +
  "c,1 n7v,1 n82,1 nee,1 nel,1 nfy,1 ngf,1 nhq,1 nob,1 noi,1 noz,1 ny2,1 o1k,1 o1q,1 o6s,1 o97,1 oa" +
  "h,1 okz,1 ooo,1 p4m,1 p5d,1 p6y,1 p8d,1 pa9,1 pak,1 paq,1 pbn,1 pdr,1 pe1,1 pnn,1 pnu,1 po3,1 po" +
  "c,1 pos,1 pp7,1 ppb,1 pri,1 prm,1 prs,1 qj1,1 qjv,1 qww,1 qx8,1 qxv,1 r5q,1 r63,1 r82,1 r9c,1 rp" +
  "3,1 rpi,1 rpx,1 rqw,1 rrx,1 rxg,1 rxs,1 rzn,1 s6j,1 s7e,1 sd7,1 sds,1 sdx,1 sk1,1 sp5,1 ssm,1 ss" +
  "s,1 ssx,1 tiv,1 tj4,1 tng,1 trq,1 trt,1 tt4,1 tw1,1 twe,1 twi,1 twp,1 tzf,1 u0d,1 u0j,1 u0x,1 u5" +
  "k,1 u6z,1 u73,1 uc6,1 uc9,1 ucs,1 ujs,1 ul4,1 ulb,1 un9,1 unj,1 unm,1 unw,1 uoq,1 uzp,1 vat,1 vb" +
  "3,1 vc5,1 vcr,1 vcz,1 vd9,1 vdd,1 veh,1 vel,1 vf2,1 vf7,1 vfk,1 vgb,1 vgq,1 vgy,1 vil,1 vj0,1 vj" +
  "4,17 w,1i 9hu,2 gg1,70 3cy,2 3hp,a 3dm,4 3dt,w 3fk,5 3ik,1 3im,1 3ir,1 3iv,1 3ix,1 3do,1 3j1,1 3" +
  "j3,3 3ds,3 3dz,1 3e1,6 3ea,1 3ee,1 3eo,1 3ev,1 3f0,8 3go,3 3h0,1 3ha,1 3hd,4 feo,1 fik,1 fex,1 h" +
  "5n,1 fey,1 ffx,1 fez,1 n5e,1 fh5,1 ffd,1 fep,1 hm1,1 h80,1 fju,4l gun,1 inw,1 k1z,1 oen,p 3cw,6 " +
  "3d5,8 xz4,1 yvs,1 zc4,1 108s,1 10p4,1 115g,1 1224,1 12ys,1 13f4,1 14bs,1 14s4,1 158g,1 15os,1 16" +
  "54,3 138w,2 feo,1 fik,1 fex,1 h5n,1 fis,1 g31,1 fer,1 g2z,1 fh9,1 gg1,1 kco,1 m7f,1 ldg,1 kdk,1 " +
  "ssx,1 h7j,1 k4l,1 kkq,1 kcp,1 ny6,1 glp,1 mm1,1 rs1,1 nz1,1 gc4,1 o2g,1 n5j,1 ho3,1 six,1 g16,1 " +
  "ghc,1 lig,1 u11,1 fm9,1 g49,1 l7n,1 fey,1 ffx,1 fez,1 ijq,1 gkz,1 gfv,1 i3b,1 i1y,1 nhf,1 flt,1 " +
  "rt3,1 ggk,1 hlo,w 9lu,1 9lw,1 9ly,1 9m0,3 9m5,1 9m7,1 9m9,1 9mb,1 9md,1 9mf,1 9mh,1 9mj,1 9ml,1 " +
  "9mn,1 9mp,1 9ms,1 9mu,1 9mw,7 9n6,1 9n9,1 9nc,1 9nf,6 9no,1 9nq,mug ui,1 uk,5v x2n,d 5tl,e x3g,2" +
  " h1,t h2,1 gs,1 gx,1 h8,1 h6,2 im,1 hz,1 il,1 xub,h x3o,1 hu,1 5u6,5 h0,h bf,l 37,1 2r,1 2u,1 35" +
  ",1 x6e,3 2w,o4 x0n,1 xtj,1 h7,1 xua,a i5,fbr rpk,1 kc4,1 s7e,1 rt4,1 lw1,1 fg2,1 gkl,1 vj0,1 vj0" +
  ",1 hn5,1 ssx,1 gw7,1 hmw,1 jcm,1 ne1,1 p6t,1 qin,1 qt6,1 r20,1 sjz,1 kxu,1 ljv,1 mah,1 mvy,1 q4d" +
  ",1 sq2,1 uep,1 fia,1 ghh,1 l50,1 mjf,1 qi5,1 v8e,1 ifk,1 m3v,1 qfh,1 r50,1 jih,1 pnc,1 qvz,1 iq2" +
  ",1 kd3,1 lm2,1 mpo,1 slq,1 fpi,1 g53,1 gda,1 jwk,1 l3n,1 mj4,1 nhj,1 pa9,1 qh2,1 qjg,1 s1b,1 tv6" +
  ",1 upb,1 v7e,1 nt8,1 nzz,1 otc,1 q15,1 t1g,1 vb3,1 rfa,1 hjz,1 iro,1 okg,1 pdq,1 mle,1 nuy,1 rsy" +
  ",1 ttj,1 hjs,1 i8y,1 kyb,1 lp6,1 lxr,1 oq7,1 oxj,1 tor,1 gcy,1 pe3,1 g64,1 g5o,1 o4c,1 ou6,1 q29" +
  ",1 tpx,1 rk0,1 jin,1 kxu,1 rge,1 fg9,1 i5j,1 iz6,1 mtj,1 n74,1 gev,1 nwb,1 fr3,1 iw9,1 ff1,1 lho" +
  ",1 k1k,1 opu,1 gjn,1 hge,1 ni9,1 q4p,1 re2,1 la2,1 sds,1 lfs,1 jjy,1 put,1 jog,1 n6t,1 fji,1 g2x" +
  ",1 g5l,1 kn5,1 oo7,1 prj,1 rf6,1 ssv,1 gdx,1 gn6,1 ho3,1 ir0,1 k3p,1 m4e,1 nxm,1 tkd,1 ui2,1 vbr" +
  ",1 vda,1 gbf,1 kau,1 l87,1 sbm,1 ino,1 j9s,1 jcw,1 jve,1 lyb,1 mdl,1 n0p,1 o22,1 ovo,1 pdb,1 s9y" +
  ",1 q9a,1 sgz,1 t3e,1 g7r,1 gbn,1 gql,1 ma0,1 r0i,1 re2,1 iq1,1 iyd,1 jnf,1 l9q,1 oji,1 mt1,1 fl0" +
  ",1 h6h,1 i5j,1 iii,1 izg,1 muq,1 mzt,1 p7e,1 pc6,1 svo,1 tti,1 tvs,1 u1k,1 fpn,1 o1a,1 ss4,1 trs" +
  ",1 j4x,1 fie,1 fyy,1 i5q,1 i7z,1 k2h,1 kxu,1 mha,1 ncy,1 q9o,1 sjg,1 vil,1 k94,1 tny,1 gax,1 kfv" +
  ",1 kj7,1 lkx,1 luk,1 mx5,1 n6h,1 nsb,1 opc,1 u3i,1 g31,1 je6,1 tq0,1 fu3,1 ie1,1 lpm,1 sa2,1 ivf" +
  ",1 j7o,1 kk7,1 mtj,1 tqe,1 g89,1 glr,1 i91,1 k5v,1 kem,1 ko8,1 lid,1 mx2,1 naa,1 p6h,1 r0v,1 r1d" +
  ",1 sss,1 tsy,1 gfz,1 lve,1 gm5,1 mhc,1 n14,1 qgq,1 tr7,1 uvr,1 vbz,1 kgn,1 lor,1 pns,1 o97,1 obk" +
  ",1 olu,1 mo0,1 m8p,1 riw,1 fk0,1 px2,1 g8q,1 g7b,1 ip2,1 jir,1 onq,1 i2t,1 ljy,1 kac,1 saj,1 qx8" +
  ",1 tot,1 r63,1 iqb,1 g1s,1 gxs,3 hga,2 k8k,3 g66,1 mqy,1 ngq,1 ny4,1 nz2,1 nz9,1 o0f,1 tw6,1 on2" +
  ",1 p8d,2 qhe,2 rg8,3 shk,1 sn1,4 u7j,1 u7w,1 u94,1 v5g,1 sm6,1 trr,1 fqm,1 fzb,1 g25,1 gcp,1 gdg" +
  ",1 ggh,1 gwt,1 gzq,1 h2g,1 hfk,1 hig,1 i90,1 i9a,1 j2s,1 j8o,1 j9q,1 jci,1 k0f,1 k4i,1 k9d,1 kn9" +
  ",1 lmf,1 lqy,1 lya,1 mem,1 mjv,1 mxu,1 ntd,1 ny6,1 nyh,1 nyg,1 nyo,1 nyu,1 nz1,3 o5c,1 o75,1 og0" +
  ",1 ovo,1 ow9,1 oxt,1 p6a,1 pad,1 pnx,1 prt,1 prt,1 q53,1 r2o,1 r6e,1 rgh,1 ri1,1 rtf,1 ruw,1 sdy" +
  ",1 shk,1 tsz,1 u0v,1 u2j,1 j1x,1 36cu,1 pp4,3 ffq,1 g51,1 g2w,1 fpc,1 g1x,1 g3k,1 gcn,1 ge2,1 gw" +
  "t,1 gut,1 gwp,1 gyq,1 hga,1 hir,1 hms,1 hn8,1 huq,1 i08,1 iqa,1 iqh,1 iuh,1 iwd,1 j4o,1 j7y,1 j6" +
  "0,1 j9q,1 j8g,1 jci,1 jec,1 jpg,1 jrw,1 jte,1 k0m,1 k8k,1 kd3,1 kd7,1 keu,1 l89,1 la2,1 lkx,1 lw" +
  "b,1 lvv,1 lya,1 m5a,1 mem,1 nmv,1 mk5,1 mnj,1 mqy,1 n01,1 n46,1 n5n,1 nbx,1 nbz,1 ngq,1 nh7,1 nh" +
  "w,1 nka,1 nk0,1 nv0,1 o8h,1 og0,1 ol7,1 orf,1 ovo,1 p4u,1 pad,1 pxu,1 q27,1 qrd,1 r41,1 r5y,1 r6" +
  "e,1 ren,1 rg8,1 rez,1 rgh,1 rge,1 rfx,1 ri1,1 rka,1 ruw,1 sag,1 sj6,1 srd,1 sxi,1 tq4,1 tsz,1 tw" +
  "6,1 tzv,1 u0v,1 u17,1 u2j,1 umq,1 vj0,1 313e,1 3138,1 33dh,1 brx,1 cns,1 cop,1 39e1,1 3bgw,1 3i6" +
  "r,1 vgj,1 vim,13 2u+2u,1 2u+2x,1 2u+30,1 2u+2u+2x,1 2u+2u+30,1 37+38,1 37+38,d 12s+12u,1 12s+12d" +
  ",1 12s+12j,1 132+12u,1 12s+12l,6 15l,2 16a,1 15u,1 15c,6 160,1 162,1 17,1 161,1 161,1 161,1 161," +
  "1 15c,1 15c,s 15h,1 15d,1 15n,1 15w,1 15c+15o,1 19t,1 19t,1 1a3,1 1a3,1 1a3,1 1a3,1 1a6,1 1a6,5 " +
  "1a8,1 1a8,1 1a2,1 1a2,1 1a2,1 1a2,1 1a7,1 1a7,1 1a7,1 1a7,1 1a1,1 1a1,1 1a1,1 1a1,1 1b8,1 1b8,5 " +
  "1ba,1 1ba,1 1ac,1 1ac,1 1ac,1 1ac,1 1ab,1 1ab,1 1ab,1 1ab,1 1ae,1 1ae,1 1ae,3 1af,1 1af,1 1af,1 " +
  "1al,1 1al,5 1ag,1 1ag,1 1aw,1 1aw,1 1ap,1 1ap,1 18j,1 18j,1 18j,1 18j,1 1bj,1 1bj,1 1bj,1 1bj,1 " +
  "1bn,1 1bn,1 1bn,1 1bn,1 1bl,1 1bl,1 1bl,1 1bl,1 1bu,3 1bv,1 1bv,1 1bv,1 1cl,1 1cl,1 1c1,1 1c1,1 " +
  "1c1,1 1c1,1 1by,1 1by,1 1by,1 1by,1 1ci,1 1ci,1 1ci,1 1ci,y 1bh,1 1bh,1 1bh,1 1bh,1 1c7,1 1c7,6 " +
  "1cb,1 1cb,1 1c5,1 1c5,1 1c9,1 1c9,1 1cg,1 1cg,1 1cg,1 1cg,1 18q,1 18q,j 18q,1 18q,1 18q,1 18q,2m" +
  " 18q,1 w,1 w,1 w,1 w,1 w,1 w,19 18q,21 18n,p ,1 ,1 ,20 17r,1 17r,5f ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ," +
  "1 ,1 ,1 ,1 ,1 ,1 ,1 18,5 x,1 1r,3 1a+1a+1a,7 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 1a+" +
  "1a,1 6c4,1 6c3,1 2n,1 2n,3 3f,1 3h,f 2j,1 2l,1 w,1 w,1 w,1 w,1 2n,1 2n,1 2n,2 9hd,3 1n,1 1m,1 1r" +
  ",1 x,1 6c4,3 3f,1 3h,3 z,1 12,3 19,1 1o,1 1q,1 1p,2 2k,3 1s,5 w,1 ,1 w,2 w,2 w,1 ,1 w,1 ,1 w,1 ," +
  "1 w,1 ,1 w,1 ,1 17l,1 17r,1 17r,1 17r,1 17r,1 18o,1 18o,1 17r,1 17r,1 18q,1 18q,1 18q,1 18q,1 17" +
  "r,3 17s,1 17s,1 17s,1 18n,1 18n,1 17u,1 17u,1 17u,3 17v,1 17v,3 17w,1 17w,3 17x,1 17x,3 17y,1 17" +
  "y,b 183,1 183,3 184,1 184,3 185,1 185,3 186,1 186,3 187,1 187,3 188,1 188,3 189,1 189,3 18a,1 18" +
  "a,1 18a,1 18h,1 18h,1 18h,3 18i,1 18i,3 18j,1 18j,3 18k,1 18k,3 18l,1 18l,3 18m,1 18m,3 18n,1 18" +
  "n,4 18q,2 18q,1 18q,1 18q,1 18q,1 18k+17r,1 18k+17r,1 18k+17r,1 18k+17r,1 18k+17r,1 18k+17r,1 18" +
  "k+17r,1 18k+17r,3 ,2q 9he,3 9hd,1 9ob,1 9o2,1 9lt,1 9lv,1 9lx,1 9lz,1 9m1,1 9nn,1 9np,1 9nr,1 9m" +
  "r,1 9oc,1 9lu,1 9lw,1 9ly,1 9m0,3 9m5,1 9m7,1 9m9,1 9mb,1 9md,1 9mf,1 9mh,1 9mj,1 9ml,1 9mn,1 9m" +
  "p,1 9ms,1 9mu,1 9mw,7 9n6,1 9n9,1 9nc,1 9nf,6 9no,1 9nq,7 9nz,1 9o3,3 3fk,4 3cy,2 3hp,a 3dm,4 3d" +
  "t,1a 4s,1 w,1 4m,1 4l,1 6g9,2 7b6,5 7fk,1 7gr,147 1fp8,1g 1fpu,r 1fq2,bk ih,1 gj,3 xuu,2 is,3 5u" +
  "9,1 go,1 gu,1 ix,1 h0,1 gy,1 gw,1 ij,1 2w,1 ik,1 h3,1 hw,3 h8,1 2mmc,1 x3i,1 ha,1 2mmd,1 i6,1 2m" +
  "me,1 33,3 35,1 hm,1 2mmg,3 hs,1 iw,1 iu,1 xuv,1 iv,1 i0,1 8s1,2 i7,3 ig,4 2mmi,1 2mn2,2zk 1l,1 1" +
  "l,1 1l,1 1l,1 1l,1 1l,1 1l,1 1l,1 1l,1 1l,11h8 2s,3 2v,4k 33,9q 2x,1 fr,k qg,8 6pz,i qr,8 6pu,1 " +
  "qd,1 qg,1 qi,1 qu,1 qp,1 qo,i qg,8 6pz,i qr,8 6pu,1 qd,1 qg,1 qi,1 qu,1 qp,1 qo,i qg,8 6pz,i qr," +
  "8 6pu,1 qd,1 qg,1 qi,1 qu,1 qp,1 qo,i qg,8 6pz,i qr,8 6pu,1 qd,1 qg,1 qi,1 qu,1 qp,1 qo,i qg,8 6" +
  "pz,i qr,8 6pu,1 qd,1 qg,1 qi,1 qu,1 qp,1 qo,1 rh,1 rh,1oc uj,3 ww9,1 yh,1 uu,1 uw,1 yx,1 xb,1 y7" +
  ",e u9,9 wh,1 uu,1 ut,1 v3,1 x7,1 wup,1 xd,2ol 17w,1 17z,2 18o,1 182,1 17x,1 187,1 18q,5 183,1 18" +
  "9,1 18h,1 185,1 18i,1 181,1 184,3 17y,1 180,1 186,1 188,1 18a,1 19q,1 1bu,1 1b5,1 19r,2 17s,1 17" +
  "w,2 18n,3 17x,2 18q,5 183,1 189,1 18h,1 185,1 18i,2 184,3 17y,2 186,2 18a,7 17w,5 17x,2 18q,5 18" +
  "3,1 189,2 185,1 18i,2 184,3 17y,2 186,2 18a,2 1bu,2 19r,2 17s,1 17w,2 18n,3 17x,1 187,1 18q,4 18" +
  "m,1 183,1 189,1 18h,1 185,1 18i,2 184,3 17y,2 186,1 188,1 18a,1 19q,2 1b5,4 17w,1 17z,3 182,1 17" +
  "x,1 187,1 18q,5 183,1 189,1 18h,1 185,1 18i,1 181,1 184,3 17y,1 180,1 186,1 188,1 18a,6 17s,1 17" +
  "w,1 17z,2 18o,1 182,1 17x,1 187,1 18q,5 183,1 189,1 18h,1 185,1 18i,1 181,1 184,3 17y,1 180,1 18" +
  "6,1 188,1 18a,hc 2r,1 36,5y 9md,e jez,1 i1j,1 gjw,1 9mv,1 fik,1 hlm,1 r8j,1 hm1,1 fj8,1 k68,1 mc" +
  "h,1 k2h,1 g99,1 ivg,1 g3x,1 k34,1 g7x,1 oqq,1 n4v,1 rs9,1 hkg,1 gmx,1 lxw,1 jh1,1 jmd,1 feo,1 fe" +
  "x,1 si2,1 ijq,1 ffx,1 gkz,1 jk7,1 rxs,1 jf7,1 o01,1 o6y,1 glk,1 lts,1 kcp,1 kco,1 n5f,1 gaa,1 gx" +
  "i,1 sp9,l ivr,1 gkv,gxpr ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1" +
  " ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1" +
  " ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1" +
  " ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1" +
  " ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1" +
  " ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1" +
  " ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1" +
  " ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ";

/** Base, mark, and the character that they make. */
export const composedPairs: string =
  "1t4 1to 1t5,1tc 1to 1td,1tf 1to 1tg,1xj 1xa 1xn,1xj 1xz 1xo,287 28m 288,287 27y 28b,287 28n 28c," +
  "2aa 2c7 2ac,2bq 2bi 2bu,2br 2bi 2bv,2bq 2c7 2bw,2fa 2fq 2fc,2in 2j9 2io,2iu 2j9 2iv,2iu 2ja 2iw," +
  "2iu 2iq 2iy,2iy 2j9 2iz,2me 2m6 2mi,2mf 2m6 2mj,2me 2mv 2mk,2qh 2q2 2qi,2qh 2q7 2qk,2qk 2q2 2ql," +
  "2qh 2qn 2qm,36t 372 36u,5c5 5dh 5c6,5c7 5dh 5c8,5c9 5dh 5ca,5cb 5dh 5cc,5cd 5dh 5ce,5ch 5dh 5ci," +
  "5dm 5dh 5dn,5do 5dh 5dp,5dq 5dh 5ds,5dr 5dh 5dt,5du 5dh 5dv,9jf 9ll 9jg,9jh 9ll 9ji,9jj 9ll 9jk," +
  "9jl 9ll 9jm,9jn 9ll 9jo,9jp 9ll 9jq,9jr 9ll 9js,9jt 9ll 9ju,9jv 9ll 9jw,9jx 9ll 9jy,9jz 9ll 9k0," +
  "9k1 9ll 9k2,9k4 9ll 9k5,9k6 9ll 9k7,9k8 9ll 9k9,9kf 9ll 9kg,9kf 9lm 9kh,9ki 9ll 9kj,9ki 9lm 9kk," +
  "9kl 9ll 9km,9kl 9lm 9kn,9ko 9ll 9kp,9ko 9lm 9kq,9kr 9ll 9ks,9kr 9lm 9kt,9ja 9ll 9lg,9lp 9ll 9lq," +
  "9m3 9ll 9m4,9m5 9ll 9m6,9m7 9ll 9m8,9m9 9ll 9ma,9mb 9ll 9mc,9md 9ll 9me,9mf 9ll 9mg,9mh 9ll 9mi," +
  "9mj 9ll 9mk,9ml 9ll 9mm,9mn 9ll 9mo,9mp 9ll 9mq,9ms 9ll 9mt,9mu 9ll 9mv,9mw 9ll 9mx,9n3 9ll 9n4," +
  "9n3 9lm 9n5,9n6 9ll 9n7,9n6 9lm 9n8,9n9 9ll 9na,9n9 9lm 9nb,9nc 9ll 9nd,9nc 9lm 9ne,9nf 9ll 9ng," +
  "9nf 9lm 9nh,9ly 9ll 9o4,9nz 9ll 9o7,9o0 9ll 9o8,9o1 9ll 9o9,9o2 9ll 9oa,9od 9ll 9oe";
