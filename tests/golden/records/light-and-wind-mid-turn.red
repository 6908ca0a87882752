[Onitama "1"]
[View "red"]
[Rules "light-and-wind"]
[Seed "0"]
[Deal "spider,cobra/eagle,crane/ox"]
[Starter "red"]
[Result "*"]

0. place:?
1. cobra:b1c2
2. eagle:? spirit:c3e1
3. ox:c2d2 lantern:2=no
4. crane:?
5. spider:c3d4 spirit:e1e2 lantern:e=yes
6. ox:e2d2
7. crane:d4c3
