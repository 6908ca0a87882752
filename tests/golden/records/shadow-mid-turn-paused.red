[Onitama "1"]
[View "red"]
[Rules "way-of-shadow"]
[Seed "3"]
[Deal "rabbit,tiger/elephant,goose/frog"]
[Starter "red"]
[TimeControl "5+0"]
[Result "*"]

0. place:?
0. place:d1
1. rabbit:a1b2 ninja:d1e2
2. goose:c5d4 ninja:?
3. frog:e1d2 ninja:stay lantern:a=no
4. elephant:d4e4 ninja:? lantern:3=no
5. goose:b2c2 ninja:e2d3 lantern:5=no
6. frog:e4d5 ninja:? lantern:2=no
7. elephant:d2e3
