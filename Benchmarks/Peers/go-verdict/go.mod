module example.org/verdict

go 1.21
