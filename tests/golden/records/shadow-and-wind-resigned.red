[Onitama "1"]
[Rules "shadow-and-wind"]
[Seed "11"]
[Deal "rhinoceros,goose/lion,mantis/dragon"]
[Starter "red"]
[Result "red resignation"]

0. place:b5
0. place:b1
1. rhinoceros:e1d2 ninja:b1a2 spirit:c3e3
2. mantis:a5b4 ninja:b5a4!
3. goose:c1b1 ninja:a2b2! lantern:none
4. rhinoceros:b4b5 ninja:a4b3 spirit:e3e2 lantern:5
5. mantis:b1a2 ninja:b2c3! lantern:3
6. goose:b5c4 ninja:b3a4! lantern:2
7. dragon:d2b3 ninja:stay lantern:none
8. mantis:c5d4 ninja:a4a5!
